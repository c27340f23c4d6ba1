// A user's program with the official package, unmodified: the first-slice test looks for the calls that it logs. It
// ends normally, so that the package sends its remaining calls.
import * as weave from "weave";

const project = process.argv[2];
await weave.init(project);

const addTax = weave.op(function addTax(amount) {
  return Math.round(amount * 1.19 * 100) / 100;
});

const quote = weave.op(async function quote(item, amount) {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { item, total: await addTax(amount) };
});

const book = weave.op(async function book(item) {
  const prices = await Promise.all([quote(item, 100), quote("one bag", 30)]);
  if (item === "flight HAT170") throw new Error("flight HAT170 is not available");
  return `Booked ${item} for ${prices[0].total} + ${prices[1].total} EUR`;
});

await book("flight HAT136");
await book("flight HAT170").catch(() => undefined);

const dataset = new weave.Dataset({
  name: "passengers",
  rows: [
    { id: "0", name: "Mia Li", bags: 2 },
    { id: "1", name: "Émile Haddad", bags: 0 },
  ],
});
const ref = await dataset.save();
console.log(JSON.stringify({ ref: ref.uri() }));
