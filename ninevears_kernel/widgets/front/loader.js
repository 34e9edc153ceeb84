// Unpacks the front end, which the kernel sends compressed, and hands over to it.
let front;
const unpacked = (bytes) => (front ??= (async () => {
  const code = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return (await import(address)).default;
})());
export default {
  initialize: async (context) => (await unpacked(context.model.get("front"))).initialize(context),
  render: async (context) => (await unpacked(context.model.get("front"))).render(context),
};
