/** The key of an object: an op and an object of one project may share an id. */
export interface ObjectKey {
  readonly kind: "op" | "object";
  readonly id: string;
}

/** A key as one text: `op/quote`, `refund-policy`. Ids contain no slash. */
export function objectKeyText({ kind, id }: ObjectKey): string {
  return kind === "op" ? `op/${id}` : id;
}

/** Returns the key in a text, or null. */
export function parseObjectKey(text: string): ObjectKey | null {
  const [first = "", second, ...rest] = text.split("/");
  if (rest.length > 0 || first === "") return null;
  if (second === undefined) return { kind: "object", id: first };
  return first === "op" && second !== "" ? { kind: "op", id: second } : null;
}

/** Returns the page of an object, or of one of its versions. */
export function objectHref(slug: string, key: ObjectKey, version: string | null = null): string {
  const search = new URLSearchParams({ object: objectKeyText(key) });
  if (version !== null) search.set("version", version);
  return `/${slug}/objects?${search}`;
}
