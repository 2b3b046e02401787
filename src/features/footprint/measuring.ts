import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { unlessCancelled } from '../../core/failure.js';
import { runSteps } from '../../platform/runSteps.js';
import type { ToFootprintView } from '../../shared/footprintProtocol.js';
import type { MapContent } from './mapContent.js';
import { measuresSteps, measuresText, type Measures } from './measures.js';

/** What of a map is measured. */
export interface Chosen {
  readonly content: MapContent;
  /** All of it where there are none. */
  readonly places: readonly number[];
  readonly revision: number;
}

/** Measures what is chosen on a map while the editor goes on, and tells the view. Of what is asked for one after the other, the last counts. */
export class Measuring implements Disposable {
  readonly #shown = new Latest();
  readonly #copied = new Latest();

  constructor(private readonly send: (message: ToFootprintView) => void) {}

  /** @param aloud said aloud, where nothing else is said of it */
  async show(chosen: Chosen, aloud: boolean): Promise<void> {
    const measures = await this.#shown.of(chosen);
    if (measures !== undefined) {
      const { title, facts } = measures;
      const spoken = aloud ? [title, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('. ').slice(0, 4000) : '';
      this.send({ type: 'measured', revision: chosen.revision, facts, spoken });
    }
  }

  async copy(chosen: Chosen): Promise<void> {
    const measures = await this.#copied.of(chosen);
    if (measures !== undefined) {
      await vscode.env.clipboard.writeText(measuresText(measures));
      this.send({ type: 'said', words: 'Measures copied.' });
    }
  }

  dispose(): void {
    this.#shown.stop();
    this.#copied.stop();
  }
}

class Latest {
  #running = new AbortController();

  /** @returns undefined where something else was asked for meanwhile */
  async of({ content, places }: Chosen): Promise<Measures | undefined> {
    this.stop();
    this.#running = new AbortController();
    const { signal } = this.#running;
    const measures = await unlessCancelled(runSteps(measuresSteps(content, places), signal));
    return signal.aborted ? undefined : measures;
  }

  stop(): void {
    this.#running.abort();
  }
}
