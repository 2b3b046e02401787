/** Answers as the demo gives them. */
import type { HttpResponse } from '../ports.js';

const encoder = new TextEncoder();

/** A JSON answer. Header names in `headers` are lower case. */
export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return textAnswer(status, JSON.stringify(value), { 'content-type': 'application/json; charset=utf-8', ...headers });
}

export function textAnswer(status: number, text: string, headers: Readonly<Record<string, string>>): HttpResponse {
  const body = encoder.encode(text);
  return { status, headers: new Map([...Object.entries(headers), ['content-length', String(body.length)]]), body };
}

/** The header's value whatever the case of its name (RFC 9110, section 5.1). */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1];
}

/** An input that the service refuses with 400; the text is the service's own, for its answer. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}
