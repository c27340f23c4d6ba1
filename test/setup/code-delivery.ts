import type { ComponentType } from "react";
import { type Mock, vi } from "vitest";

/** Code that a test delivers when it wants to: each call of `load` waits for one of the two functions. */
export interface CodeDelivery<Props> {
  readonly load: Mock<() => Promise<ComponentType<Props>>>;
  readonly resolve: (component: ComponentType<Props>) => void;
  readonly reject: () => void;
}

export function codeDelivery<Props>(): CodeDelivery<Props> {
  let settle: Omit<CodeDelivery<Props>, "load"> = { resolve: () => undefined, reject: () => undefined };
  const load = vi.fn(
    () =>
      new Promise<ComponentType<Props>>((resolve, onFailed) => {
        settle = { resolve, reject: () => onFailed(new Error("offline")) };
      }),
  );
  return { load, resolve: (component) => settle.resolve(component), reject: () => settle.reject() };
}
