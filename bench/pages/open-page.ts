import type { CDPSession, Page } from "@playwright/test";
import { untilPainted } from "@/bench/pages/page-clock";

/** The cost of bringing a page's main content to the screen, from its address or from a click. */
export interface Opening {
  /** Until the main content is on the screen. */
  readonly shownMs: number;
  /** Until the page's first request to the service; NaN if there is none. */
  readonly askedMs: number;
  /** Until the last response of the service that was complete when the content was shown; NaN if there is none. */
  readonly answeredMs: number;
  /** Processor time of the page's own thread. */
  readonly threadMs: number;
  /** … of it in scripts. */
  readonly scriptMs: number;
  readonly requests: number;
  /** Compressed, as sent: nothing for files in the browser's cache. */
  readonly scriptKb: number;
  /** Start, first byte and end of each request for data, in milliseconds. */
  readonly timeline: readonly string[];
}

/** A tab that counts what its pages request and how long its thread works. */
export class MeasuredTab {
  readonly #page: Page;
  readonly #protocol: CDPSession;
  #requests = 0;
  #scriptBytes = 0;

  private constructor(page: Page, protocol: CDPSession) {
    this.#page = page;
    this.#protocol = protocol;
  }

  /** @param page a new page with the clock, which is opened on `origin`: its process keeps its clocks from then on */
  static async start(page: Page, origin: string): Promise<MeasuredTab> {
    const protocol = await page.context().newCDPSession(page);
    // In ticks of the page's thread, so that other work of the machine does not count.
    await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
    await protocol.send("Network.enable");
    const tab = new MeasuredTab(page, protocol);
    const scripts = new Set<string>();
    protocol.on("Network.responseReceived", ({ type, requestId }) => {
      tab.#requests += 1;
      if (type === "Script") scripts.add(requestId);
    });
    protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) tab.#scriptBytes += encodedDataLength;
    });
    await page.goto(`${origin}/icon.svg`);
    return tab;
  }

  /** Measures from the address or the click of `act` until `isPresent`, JavaScript, is true and painted. */
  async measure(act: () => Promise<unknown>, isPresent: string): Promise<Opening> {
    const before = await this.#spent();
    [this.#requests, this.#scriptBytes] = [0, 0];
    await act();
    const { paintMs } = await untilPainted(this.#page, isPresent);
    const after = await this.#spent();
    return {
      shownMs: paintMs,
      ...(await this.#dataRequests(paintMs)),
      threadMs: after("TaskDuration") - before("TaskDuration"),
      scriptMs: after("ScriptDuration") - before("ScriptDuration"),
      requests: this.#requests,
      scriptKb: this.#scriptBytes / 1024,
    };
  }

  async #spent(): Promise<(metric: string) => number> {
    const { metrics } = await this.#protocol.send("Performance.getMetrics");
    return (name) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
  }

  async #dataRequests(paintMs: number): Promise<Pick<Opening, "askedMs" | "answeredMs" | "timeline">> {
    return await this.#page.evaluate((shownMs) => {
      const { benchClock: clock } = window as unknown as { benchClock: { startedAt: number } };
      const entries = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
        ({ name, startTime }) => startTime >= clock.startedAt && /\/api\/(service|app)\/|\/rows$/.test(name),
      );
      const since = (atMs: number) => atMs - clock.startedAt;
      const ofService = entries.filter(({ name }) => /\/api\/service\/|\/rows$/.test(name));
      const answered = ofService.map(({ responseEnd }) => since(responseEnd)).filter((atMs) => atMs <= shownMs);
      return {
        askedMs: ofService[0] === undefined ? Number.NaN : since(ofService[0].startTime),
        answeredMs: answered.length > 0 ? Math.max(...answered) : Number.NaN,
        timeline: entries.map(({ name, startTime, responseStart, responseEnd }) => {
          const times = [startTime, responseStart, responseEnd].map((atMs) => Math.round(since(atMs)));
          return `${times.join("\t")}\t${new URL(name).pathname}`;
        }),
      };
    }, paintMs);
  }
}
