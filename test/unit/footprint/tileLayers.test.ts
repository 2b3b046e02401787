import { describe, expect, it } from 'vitest';
import { readTileLayerList } from '../../../src/core/tileLayers.js';

const url = 'https://tiles.example.com/{z}/{x}/{y}.png';

describe('readTileLayerList', () => {
  it('takes what is named, with its host', () => {
    expect(readTileLayerList([{ name: ' Streets ', url, attribution: '<b>Somebody</b>' }, { name: 'TMS', url: 'https://tiles.example.com:8443/{z}/{x}/{-y}' }])).toEqual([
      { name: 'Streets', url, attribution: '<b>Somebody</b>', host: 'tiles.example.com' },
      { name: 'TMS', url: 'https://tiles.example.com:8443/{z}/{x}/{-y}', attribution: '', host: 'tiles.example.com:8443' },
    ]);
  });

  it.each([
    undefined, null, 'x', {}, [5], [{ name: '', url }], [{ name: 'a' }], [{ name: 'a', url: 'https://tiles.example.com/{z}/{x}.png' }],
    ...['http://tiles.example.com/{z}/{x}/{y}', 'https://u:p@tiles.example.com/{z}/{x}/{y}', 'https://{x}.example.com/{z}/{y}', 'https://{s}.example.com/{z}/{x}/{y}', 'javascript:alert({z}{x}{y})', 'https://tiles.example.com;script-src */{z}/{x}/{y}', "https://a.example.com' *.evil.example/{z}/{x}/{y}", 'https://*/{z}/{x}/{y}', 'file:///{z}/{x}/{y}']
      .map((address) => [{ name: 'a', url: address }]),
  ])('leaves out %j', (value) => {
    expect(readTileLayerList(value)).toEqual([]);
  });
});
