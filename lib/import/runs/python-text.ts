const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
/** `tensor(0.5000)`, `tensor(0.5, device='cuda:0')`, `np.float64(0.5)`: how numbers of libraries are printed. */
const WRAPPED = /^(?:tensor|array|np\.\w+|numpy\.\w+)\(([^,()[\]]+)(?:,[^()]*)?\)$/;
const WORDS: ReadonlyMap<string, number | boolean | null> = new Map<string, number | boolean | null>([
  ...([
    ["True", true],
    ["False", false],
  ] as const),
  ...["nan", "inf", "+inf", "-inf", "None"].map((word) => [word, null] as const),
]);

/**
 * Returns what a text says where the whole of it is a number or a truth value of Python, which programs write as text
 * with `json.dumps(…, default=str)`. Null for one that JSON does not have (`nan`, `inf`) and for None; undefined for any
 * other text.
 */
export function pythonTextValue(text: string): number | boolean | null | undefined {
  const plain = WRAPPED.exec(text.trim())?.[1] ?? text.trim();
  if (WORDS.has(plain)) return WORDS.get(plain);
  if (!NUMBER.test(plain)) return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? number : null;
}
