import { hostname } from "node:os";
import type { Lease, Leases } from "@/service/kernel/state/leases";

/** A device on which a job may train until it is released. */
export interface HeldDevice {
  /** Null where no devices are configured. */
  readonly name: string | null;
  release(): Promise<void>;
}

/**
 * The devices on which jobs train, one job at a time on each. A lease reserves a device, so that services of one
 * machine with one database do not use it at once.
 */
export class Devices {
  readonly #names: readonly string[];
  readonly #leases: Leases;
  #isUsed = false;

  /** @param names empty for one unnamed place, which belongs to this service alone */
  constructor(names: readonly string[], leases: Leases) {
    this.#names = names;
    this.#leases = leases;
  }

  /** Reserves the first free device; null when there is none. */
  async take(): Promise<HeldDevice | null> {
    if (this.#names.length === 0) return this.#takeUnnamed();
    for (const name of this.#names) {
      const lease = await this.#leases.take(`device:${hostname()}:${name}`);
      if (lease !== null) return held(name, lease);
    }
    return null;
  }

  #takeUnnamed(): HeldDevice | null {
    if (this.#isUsed) return null;
    this.#isUsed = true;
    return {
      name: null,
      release: async () => {
        this.#isUsed = false;
      },
    };
  }
}

function held(name: string, lease: Lease): HeldDevice {
  return { name, release: () => lease.release() };
}

/**
 * The variables that restrict a trainer to a device. The names are those of CUDA and of ROCm, which ignore each other's.
 *
 * @param name a device, or several that are joined by `+`
 */
export function deviceVariables(name: string | null): Readonly<Record<string, string>> {
  if (name === null) return {};
  const visible = name.replaceAll("+", ",");
  return { TRAINER_DEVICE: name, CUDA_VISIBLE_DEVICES: visible, HIP_VISIBLE_DEVICES: visible };
}
