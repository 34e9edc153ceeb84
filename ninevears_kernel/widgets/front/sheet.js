// What the kernel sent once: the drawing, the shapes of the map, and what belongs to each space.

const SVG = "http://www.w3.org/2000/svg";
const unpackedBytes = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
const inflated = (bytes) => unpackedBytes(bytes).json();

const PER_DEGREE = 400;
const PIECE = 60; // steps of the coast that are painted together, and how many parts of the map across and down
const PARTS = [5, 6];

// Arcs are a start, as seen from the end of the one before, in parts of a degree, and steps of a byte; 128 announces a step of two bytes.
function arcsFrom(starts, bytes) {
  const steps = new Uint8Array(bytes);
  let place = 0;
  const step = () => {
    const small = steps[place++];
    if (small !== 128) return small < 128 ? small : small - 256;
    const large = steps[place] | (steps[place + 1] << 8);
    place += 2;
    return large < 32768 ? large : large - 65536;
  };
  let [x, y] = [0, 0];
  return starts.map(([right, up, count]) => {
    [x, y] = [x + right, y + up];
    const line = [[x / PER_DEGREE, y / PER_DEGREE]];
    for (let i = 0; i < count; i++) line.push([(x += step()) / PER_DEGREE, (y += step()) / PER_DEGREE]);
    return line;
  });
}

// A line of arcs in order; ~n is arc n walked backwards. Where two arcs meet, the point is written once.
const joined = (arcs, refs) =>
  refs.flatMap((ref, i) => (ref < 0 ? arcs[~ref].toReversed() : arcs[ref]).slice(i ? 1 : 0));

// Pixels of a web map at a zoom.
function mercator(lat, lon, zoom) {
  const across = 256 * 2 ** zoom;
  return { x: ((lon + 180) / 360) * across, y: ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * across };
}

class Sheet {
  constructor(content, steps) {
    Object.assign(this, content); // ground, lines, defs, style, marks, levels, panes, spaces, views, bounds, words, shapes
    const arcs = arcsFrom(this.arcs, steps);
    const [[south, west], [north, east]] = this.bounds;
    const corner = mercator(north, west, this.unitZoom);
    const from = (point) => ({ x: point.x - corner.x, y: point.y - corner.y });
    this.size = from(mercator(south, east, this.unitZoom));
    const unit = ([lon, lat]) => { const { x, y } = from(mercator(lat, lon, this.unitZoom)); return { x: Math.round(x), y: Math.round(y) }; };
    this.unit = unit;
    const traced = (line, close) =>
      "M" + line.map((point) => { const { x, y } = unit(point); return `${x} ${y}`; }).join("L") + (close ? "z" : "");
    this.features = this.spaces.map((space, index) => ({
      type: "Feature",
      id: space.id,
      properties: { index, name: space.name },
      geometry: { type: "MultiPolygon", coordinates: space.polygons.map((rings) => rings.map((refs) => joined(arcs, refs))) },
    }));
    this.data = { type: "FeatureCollection", features: this.features };
    this.traces = Object.fromEntries(
      Object.entries(this.shapes).map(([name, { close, lines }]) => [name, lines.map((refs) => traced(joined(arcs, refs), close)).join("")]));
    this.traces.coast = this.pieces(this.shapes.coast.lines.map((refs) => joined(arcs, refs)), traced);
    this.features.forEach((feature) => {
      this.traces[`space/${feature.id}`] = feature.geometry.coordinates.flat().map((ring) => traced(ring, true)).join("");
    });
    this.spaces.forEach((space) => { space.spot = unit([space.lon, space.lat]); });
    this.place = new Map(this.spaces.map((space, index) => [space.id, index]));
  }

  // The coast is stroked eight times, each time whole wherever a bit of it is to be painted: it is a path for each part
  // of the map. Pieces of a line overlap by a step, so that each corner is joined in one of them.
  pieces(lines, traced) {
    const parts = {}, { x, y } = this.size;
    for (const line of lines) {
      const closed = line[0].join() === line.at(-1).join(), whole = line.length <= PIECE;
      const steps = closed && !whole ? [...line, line[1]] : line;
      for (let place = 0; place < line.length - 1; place += whole ? line.length : PIECE) {
        const piece = whole ? line : steps.slice(place, place + PIECE + 2);
        const middle = this.unit(piece[piece.length >> 1]);
        const part = [middle.x / x, middle.y / y].map((share, way) => Math.floor(share * PARTS[way])).join();
        parts[part] = (parts[part] ?? "") + traced(piece, closed && whole);
      }
    }
    return Object.values(parts);
  }

  // An element from markup, with the shapes that it names filled in.
  element(tag, markup) {
    const element = document.createElementNS(SVG, tag);
    element.innerHTML = markup;
    for (const path of element.querySelectorAll("[data-shape]")) {
      const trace = this.traces[path.dataset.shape] ?? "";
      if (Array.isArray(trace)) path.replaceWith(this.group(path, trace));
      else path.setAttribute("d", trace);
    }
    return element;
  }

  // Many paths in the place of one; their ends are joined, and need no caps.
  group(path, traces) {
    const group = document.createElementNS(SVG, "g");
    group.id = path.id;
    for (const name of ["id", "stroke-linecap"]) path.removeAttribute(name);
    for (const trace of traces) group.append(path.cloneNode()), group.lastChild.setAttribute("d", trace);
    return group;
  }

  level(zoom) {
    return Math.max(0, this.levels.findLastIndex((least) => least <= zoom + 1e-6));
  }
}

const sheets = new Map();

// All maps of a page share one sheet, by the checksum of what was sent, its last bytes.
function sheetOf(packed, steps) {
  const sum = [-4, -3, -2, -1].map((place) => packed.getUint8(packed.byteLength + place)).join();
  const read = async () => {
    const [content, bytes] = await Promise.all([inflated(packed), unpackedBytes(steps).arrayBuffer()]);
    return new Sheet(content, bytes);
  };
  if (!sheets.has(sum)) sheets.set(sum, read());
  return sheets.get(sum);
}

// Patterns and rules of style stand once in a page: a reference into a hidden output would draw nothing.
function layOut(sheet) {
  const id = `ninevears-${sheet.version}`;
  if (document.getElementById(id)) return;
  const holder = document.createElement("div");
  holder.id = id;
  holder.className = "nv";
  holder.setAttribute("aria-hidden", "true");
  holder.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
  const style = document.createElement("style");
  style.textContent = sheet.style;
  const drawing = sheet.element("svg", `<defs>${sheet.defs}</defs>`);
  drawing.setAttribute("focusable", "false");
  holder.append(style, drawing);
  document.body.append(holder);
}
