import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A stand-in for pystac-client where that cannot be installed: the names and parameters of its item search (0.7 and later) and no others, over
 * Python's own HTTP. What it is given wrongly, it refuses as Python does.
 */
export async function writePystacStandIn(folder: string): Promise<void> {
  const home = join(folder, 'pystac_client');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, '__init__.py'), '');
  await writeFile(join(home, 'stac_api_io.py'), `
import json
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
import urllib.request


class Request:
    """Of requests.Request what a modifier may look at."""
    def __init__(self, method, url, headers, params):
        self.method, self.url, self.headers, self.params = method, url, dict(headers), dict(params)


class StacApiIO:
    def __init__(self, headers=None, conformance=None, parameters=None, request_modifier=None, timeout=None, max_retries=5):
        self.headers, self.modify = headers or {}, request_modifier

    def read(self, method, url, params):
        if method != "GET":
            raise NotImplementedError(method)
        request = Request(method, url, self.headers, params)
        request = (self.modify(request) if self.modify else None) or request
        address = request.url + (("&" if "?" in request.url else "?") + urlencode(request.params) if request.params else "")
        with urllib.request.urlopen(urllib.request.Request(address, headers=request.headers), timeout=20) as answer:
            return json.load(answer)

    def get_pages(self, url, method=None, parameters=None):
        page = self.read(method or "GET", url, parameters or {})
        while page.get("features"):
            yield page
            link = next((link for link in page.get("links", []) if link["rel"] == "next"), None)
            if link is None:
                return
            url = urljoin(url, link["href"])
            page = self.read(link.get("method", "GET"), url, {})
`);
  await writeFile(join(home, 'item_search.py'), `
import json
from .stac_api_io import StacApiIO


class ItemSearch:
    def __init__(self, url, *, method="POST", max_items=None, stac_io=None, client=None, limit=None, ids=None, collections=None, bbox=None,
                 intersects=None, datetime=None, query=None, filter=None, filter_lang=None, sortby=None, fields=None, modifier=None):
        assert isinstance(stac_io, StacApiIO)
        self.url, self.method, self.stac_io = url, method, stac_io
        joined = lambda values: None if values is None else ",".join(str(value) for value in values)
        given = {
            "limit": limit, "ids": joined(ids), "collections": joined(collections), "bbox": joined(bbox), "datetime": datetime, "filter": filter,
            "intersects": None if intersects is None else json.dumps(intersects, separators=(",", ":")),
            "filter-lang": filter_lang, "sortby": sortby,
        }
        self.parameters = {name: value for name, value in given.items() if value is not None}

    def items_as_dicts(self):
        for page in self.stac_io.get_pages(self.url, self.method, self.parameters):
            yield from page["features"]
`);
}
