// Unpacks the front end, which the kernel sends compressed, and hands over to it. What was loaded is kept by its
// checksum, the last bytes: the page would keep a copy for every map that was ever shown.
const loaded = (globalThis.ninevearsFront ??= new Map());
const load = async (bytes) => {
  const code = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return (await import(address)).default;
};
const unpacked = (bytes) => {
  const sum = [-4, -3, -2, -1].map((place) => bytes.getUint8(bytes.byteLength + place)).join();
  if (!loaded.has(sum)) loaded.set(sum, load(bytes));
  return loaded.get(sum);
};
export default {
  // Not waited for: whoever carries a widget gives it up for ever when it has not begun within two seconds, and a slow
  // machine with a full page takes longer to unpack a front.
  initialize: (context) => {
    const begun = unpacked(context.model.get("front")).then((front) => front.initialize(context));
    return async () => (await begun)?.();
  },
  render: async (context) => (await unpacked(context.model.get("front"))).render(context),
};
