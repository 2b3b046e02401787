/**
 * Reads well-known text (OGC 06-103r4, section 7; with PostGIS's `SRID=4326;` in front). One pass, and each problem says where it is:
 * the libraries at hand take a time that grows with the square of the text, and refuse lower case, `SRID` and exponents.
 */
import type { Checked } from '../environment.js';
import { MAX_NESTED } from './limits.js';
import { MAX_AREA_POSITIONS, TOO_MANY_POSITIONS } from './areaGeometry.js';

/** A geometry as GeoJSON spells it, its numbers not checked yet. */
export interface RawGeometry {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly RawGeometry[];
}

/** How many lists lie around a position, by type. */
const DEPTHS: ReadonlyMap<string, readonly [type: string, depth: number]> = new Map([
  ['POINT', ['Point', 0]],
  ['LINESTRING', ['LineString', 1]],
  ['MULTIPOINT', ['MultiPoint', 1]],
  ['POLYGON', ['Polygon', 2]],
  ['MULTILINESTRING', ['MultiLineString', 2]],
  ['MULTIPOLYGON', ['MultiPolygon', 3]],
]);
const COLLECTION = 'GEOMETRYCOLLECTION';
const WGS84 = '4326';

/** Whether a text begins as well-known text does. */
export function looksLikeWkt(text: string): boolean {
  return /^(?:srid\b|(?:multi)?(?:point|linestring|polygon)|geometrycollection)(?:zm|z|m)?\b/iu.test(text);
}

/** @returns the geometry, or a sentence for people that says what is wrong and where. More positions than an area can have are not read. */
export function parseWkt(text: string): Checked<RawGeometry> {
  try {
    return { ok: true, value: new Reader(text).whole() };
  } catch (error) {
    if (error instanceof WktProblem) {
      return { ok: false, problem: error.message };
    }
    throw error;
  }
}

class WktProblem extends Error {}

class Reader {
  #at = 0;
  #positions = 0;

  constructor(private readonly text: string) {}

  whole(): RawGeometry {
    const srid = this.#take(/srid\s*=\s*(\d+)\s*;\s*/iuy);
    if (srid !== undefined && srid[1] !== WGS84) {
      throw new WktProblem('Only SRID 4326 can be used: longitude and latitude in degrees.');
    }
    const geometry = this.#geometry(0);
    this.#space();
    if (this.#at < this.text.length) {
      throw this.#wrong('nothing more is expected');
    }
    if (geometry === undefined) {
      throw new WktProblem('This geometry is empty.');
    }
    return geometry;
  }

  /** Undefined for an empty one. */
  #geometry(nested: number): RawGeometry | undefined {
    this.#space();
    const name = (this.#take(/[a-z]+/iuy)?.[0] ?? '').toUpperCase();
    // The dimension may be written on to the name: POINTZ.
    const bare = name.replace(/(?:ZM|Z|M)$/u, '');
    const known = DEPTHS.get(name) ?? DEPTHS.get(bare);
    if (known === undefined && name !== COLLECTION && bare !== COLLECTION) {
      throw name === '' ? this.#wrong('a type such as POLYGON is expected') : new WktProblem('This type of geometry is not known. Write POINT, LINESTRING, POLYGON, their MULTI forms or GEOMETRYCOLLECTION.');
    }
    this.#take(/\s+(?:zm|z|m)\b/iuy);
    if (this.#isEmpty()) {
      return undefined;
    }
    if (known !== undefined) {
      const [type, depth] = known;
      if (type === 'Point') {
        return { type, coordinates: this.#point() };
      }
      const coordinates = this.#list(depth, type);
      return coordinates.length === 0 ? undefined : { type, coordinates };
    }
    if (nested >= MAX_NESTED) {
      throw new WktProblem('The collections are nested too deeply.');
    }
    const geometries = this.#between(() => this.#geometry(nested + 1));
    return geometries.length === 0 ? undefined : { type: 'GeometryCollection', geometries };
  }

  /** `(1 2)`: one position, no more. */
  #point(): readonly number[] {
    this.#expect('(');
    const position = this.#position();
    this.#space();
    if (this.text[this.#at] === ',') {
      throw this.#wrong('a point has one position, and ")" is expected');
    }
    this.#expect(')');
    return position;
  }

  /** @param multi the type where its parts are listed, of which any may be empty */
  #list(depth: number, multi?: string): readonly unknown[] {
    return this.#between(() => {
      if (multi?.startsWith('Multi') === true && this.#isEmpty()) {
        return undefined;
      }
      if (depth > 1) {
        return this.#list(depth - 1);
      }
      this.#space();
      return multi === 'MultiPoint' && this.text[this.#at] === '(' ? this.#point() : this.#position();
    });
  }

  #isEmpty(): boolean {
    return this.#take(/\s*empty\b/iuy) !== undefined;
  }

  /** `( part, part )`, without the parts that are empty. */
  #between<T>(part: () => T | undefined): T[] {
    const parts: T[] = [];
    this.#expect('(');
    do {
      const one = part();
      if (one !== undefined) {
        parts.push(one);
      }
      this.#space();
    } while (this.#skip(','));
    this.#expect(')');
    return parts;
  }

  #position(): readonly number[] {
    this.#positions += 1;
    if (this.#positions > MAX_AREA_POSITIONS) {
      throw new WktProblem(TOO_MANY_POSITIONS);
    }
    const numbers: number[] = [];
    for (;;) {
      this.#space();
      const number = this.#take(/[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?![\w.+-])/iuy)?.[0];
      if (number === undefined) {
        break;
      }
      numbers.push(Number(number));
    }
    if (numbers.length < 2 || numbers.length > 4) {
      throw this.#wrong('a position of two numbers is expected, longitude and latitude');
    }
    return numbers;
  }

  #space(): void {
    this.#take(/\s+/uy);
  }

  #skip(character: string): boolean {
    const found = this.text[this.#at] === character;
    this.#at += found ? 1 : 0;
    return found;
  }

  #expect(character: string): void {
    this.#space();
    if (!this.#skip(character)) {
      throw this.#wrong(`"${character}" is missing`);
    }
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    this.#at += match?.[0].length ?? 0;
    return match ?? undefined;
  }

  #wrong(what: string): WktProblem {
    return new WktProblem(this.#at >= this.text.length ? `The text ends too early: ${what}.` : `At character ${this.#at + 1}: ${what}.`);
  }
}
