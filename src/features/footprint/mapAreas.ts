import * as vscode from 'vscode';
import { checkArea, type Area } from '../../core/geo/area.js';
import { boxGeometry } from '../../core/geo/boundingBox.js';
import type { Disposable } from '../../core/event.js';
import { columnForItem } from '../../platform/itemDocuments.js';
import type { FromFootprintView, MapArea, MapBox, ToFootprintView } from '../../shared/footprintProtocol.js';

/** Areas of interest as one map tells them: searched in, kept, or given to a search that asked for one. */
export class MapAreas implements Disposable {
  #question: MapArea | undefined;
  /** Ends the question for an area. */
  #asked: ((area: Area | undefined) => void) | undefined;
  /** The box that is in view; undefined until the map has told it. */
  view: MapBox | undefined;

  constructor(private readonly send: (message: ToFootprintView) => void, private readonly searchIn: (area: Area) => Promise<void>) {}

  /** Lets the person draw an area; undefined when that is given up, the map is closed, or another question comes. */
  ask(initial: Area | undefined, signal: AbortSignal): Promise<Area | undefined> {
    this.#answer(undefined);
    this.#question = initial === undefined ? undefined : mapArea(initial);
    return new Promise((resolve) => {
      const stop = (): void => this.#answer(undefined);
      signal.addEventListener('abort', stop, { once: true });
      this.#asked = (area) => {
        signal.removeEventListener('abort', stop);
        resolve(area);
      };
      this.repeat();
    });
  }

  /** Asks a view that was loaded again. */
  repeat(): void {
    if (this.#asked !== undefined) {
      this.send({ type: 'draw', area: this.#question });
    }
  }

  async receive({ what, area }: Extract<FromFootprintView, { readonly type: 'area' }>): Promise<void> {
    if (what === 'view') {
      this.view = area?.kind === 'box' ? area.box : undefined;
      return;
    }
    const checked = area === undefined ? undefined : checkArea(area.kind === 'box' ? area.box : { type: 'Polygon', coordinates: [area.ring] });
    if (what === 'none' || checked === undefined) {
      this.#answer(undefined);
    } else if (!checked.ok) {
      this.send({ type: 'said', words: checked.problem });
    } else if (what === 'drawn') {
      this.#answer(checked.value);
    } else if (what === 'search') {
      await this.searchIn(checked.value);
    } else {
      await keepArea(checked.value);
    }
  }

  dispose(): void {
    this.#answer(undefined);
  }

  #answer(area: Area | undefined): void {
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.(area);
  }
}

/** A box or a polygon as the map draws it; other areas are begun anew. */
function mapArea(area: Area): MapArea | undefined {
  if ('bbox' in area) {
    return { kind: 'box', box: area.bbox };
  }
  const { intersects } = area;
  return intersects.type === 'Polygon' ? { kind: 'polygon', ring: intersects.coordinates[0] ?? [] } : undefined;
}

/** Opens an area as a GeoJSON document that can be saved. */
async function keepArea(area: Area): Promise<void> {
  const geometry = 'bbox' in area ? boxGeometry(area.bbox) : area.intersects;
  const feature = { type: 'Feature', ...('bbox' in area ? { bbox: area.bbox } : {}), properties: { name: 'Area of interest' }, geometry };
  const document = await vscode.workspace.openTextDocument({ language: 'json', content: `${JSON.stringify(feature, undefined, 2)}\n` });
  await vscode.window.showTextDocument(document, { viewColumn: columnForItem() });
}
