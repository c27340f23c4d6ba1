import { send } from "@/e2e/support/service-client";

const AT_ONCE = 100;

/** Publishes `count` small versions of an object, many at once as clients do. */
export async function storeVersions(serviceUrl: string, project: string, id: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index);
    await Promise.all(
      batch.map((n) => {
        const val = {
          _class_name: "Prompt",
          _bases: ["Object", "BaseModel"],
          content: `Policy ${n}`,
          temperature: n / 8,
        };
        return send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: id, val } });
      }),
    );
  }
}

/** A value of about `bytes` of JSON: rows of which every 50th differs, and every 333rd is missing. */
export function largeValue(bytes: number, salt: number): object {
  const row = (id: number) => ({
    id,
    text: `The passenger ${id} asks for a refund of flight HAT${(id * 7919) % 997} and is told why${
      id % 50 === salt ? `, by agent ${salt}` : ""
    }`,
    tags: ["refund", "economy", String(id % 13)],
    price: id / 4,
  });
  const count = Math.ceil(bytes / JSON.stringify(row(10_000)).length);
  const rows = Array.from({ length: count }, (_, id) => row(id)).filter(({ id }) => id % 333 !== salt);
  return { name: "policy", rows };
}

/** Publishes one value and returns its digest. */
export async function storeValue(serviceUrl: string, project: string, id: string, val: object): Promise<string> {
  const made = await send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: id, val } });
  return (made as { digest: string }).digest;
}
