/** A response other than success, with its body. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`Refused with ${status}`);
  }
}

/** A validation failure in the interface's shape. */
export function invalid(loc: readonly string[], msg: string, type: string): Refusal {
  return new Refusal(422, { detail: [{ loc, msg, type }] });
}
