import { expect } from "vitest";
import type { Operation } from "@/lib/api/contract/operation/operation";
import type { StoredService } from "@/test/faults/store/stored-service";

/** The path of a row, with the parameters of its example. */
export const pathOf = ({ path, example }: Operation) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ""));

/** A request that is wrong is refused; one that fails on the way says why. Neither is a defect of the service. */
export async function expectHandled(service: StoredService, place: string, path: string, body: unknown): Promise<void> {
  const { status, text } = await service.post(path, body);
  expect([place, JSON.stringify(body)?.slice(0, 2_000), status, text.slice(0, 300)]).toEqual([
    place,
    expect.anything(),
    expect.toBeOneOf([200, 400, 403, 404, 409, 413, 422, 429, 502, 504]),
    text.slice(0, 300),
  ]);
}
