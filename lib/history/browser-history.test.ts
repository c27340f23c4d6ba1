import { expect, test } from "vitest";
import { BrowserHistory } from "./browser-history";

const ORIGIN = "http://heddle.test";

/** A history that only remembers the current URL. */
class FakeHistory {
  url = `${ORIGIN}/w/threads`;
  pushState = (_state: unknown, _title: string, url?: string | URL | null) => this.#write(url);
  replaceState = (_state: unknown, _title: string, url?: string | URL | null) => this.#write(url);

  #write(url: string | URL | null | undefined): void {
    this.url = new URL(url ?? "", this.url).href;
  }
}

test("both patches work on one history, in the order in which a page installs them", () => {
  const history = new FakeHistory();
  const browserHistory = new BrowserHistory(history, () => history.url);
  const stop = browserHistory.watch();
  browserHistory.announcePageWrite();
  history.replaceState(null, "", "/w/threads?thread=a");
  browserHistory.announcePageWrite();
  history.replaceState(null, "", "/w/threads?thread=a&turn=2");
  history.replaceState(null, "", "/w/threads?thread=a");
  expect(history.url).toBe(`${ORIGIN}/w/threads?thread=a&turn=2`);
  browserHistory.startNavigation("/w/traces", "push");
  history.replaceState(null, "__nuqs__", "/w/threads?thread=b");
  expect(history.url).toBe(`${ORIGIN}/w/threads?thread=a&turn=2`);
  stop();
});

test("a history that is no longer watched writes what it is given", () => {
  const history = new FakeHistory();
  const browserHistory = new BrowserHistory(history, () => history.url);
  const stop = browserHistory.watch();
  browserHistory.announcePageWrite();
  history.replaceState(null, "", "/w/threads?thread=a");
  stop();
  history.replaceState(null, "", "/w/threads");
  expect(history.url).toBe(`${ORIGIN}/w/threads`);
});
