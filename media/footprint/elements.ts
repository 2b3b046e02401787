/** Makes elements. Texts are set as text, never as markup. */

export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, ...children: readonly Node[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

export function text<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, words: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}

/** A button with a face of one or two characters; `label` is what it does. */
export function button(face: string, label: string, hint: string = label): HTMLButtonElement {
  const element = text('button', face);
  element.type = 'button';
  element.title = hint;
  element.setAttribute('aria-label', label);
  return element;
}

/** A button whose words say what it does; `hint` says it at length. */
export function textButton(words: string, hint: string): HTMLButtonElement {
  const element = text('button', words);
  element.type = 'button';
  element.title = hint;
  return element;
}

/** A small picture of one shape, 16 units wide and high. */
export function drawing(shape: string): SVGSVGElement {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  picture.setAttribute('viewBox', '0 0 16 16');
  picture.setAttribute('width', '16');
  picture.setAttribute('height', '16');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shape);
  path.setAttribute('fill-rule', 'evenodd');
  picture.append(path);
  return picture;
}
