import { cpus } from "node:os";

/** Processor time of the whole machine between two moments, over all its cores. */
export interface MachineTime {
  readonly busyMs: number;
  readonly idleMs: number;
}

function sinceBoot(): MachineTime {
  const times = cpus().map((core) => core.times);
  const idleMs = times.reduce((sum, { idle }) => sum + idle, 0);
  const busyMs = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0);
  return { busyMs, idleMs };
}

/** Starts a measurement; the returned function returns the time from then on. Other programs of the machine count, too. */
export function measureMachine(): () => MachineTime {
  const start = sinceBoot();
  return () => {
    const end = sinceBoot();
    return { busyMs: end.busyMs - start.busyMs, idleMs: end.idleMs - start.idleMs };
  };
}

/** The share of the cores' time in which nothing ran, from 0 to 1. */
export const idleShare = ({ busyMs, idleMs }: MachineTime): number => idleMs / Math.max(1, busyMs + idleMs);
