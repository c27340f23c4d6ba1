/** The use of the machine between two readings, as metrics of gradient steps; see docs/train/trainer.md. */
export class MachineUse {
  #wallMs = performance.now();
  #processor = process.cpuUsage();

  /** Returns the metrics of a step that ends now, in which so many tokens were trained. */
  read(tokens: number): Readonly<Record<string, number>> {
    const { user, system } = process.cpuUsage(this.#processor);
    const now = performance.now();
    const seconds = Math.max(now - this.#wallMs, 1e-3) / 1_000;
    this.#wallMs = now;
    this.#processor = process.cpuUsage();
    return {
      tokens_per_second: tokens / seconds,
      "time/step_s": seconds,
      "system/cpu_percent": (100 * (user + system)) / 1e6 / seconds,
      "system/memory_bytes": process.memoryUsage.rss(),
    };
  }
}
