import type { Locator, Page } from "@playwright/test";

/** What a screen's address and data are made of. */
export interface Scene {
  readonly url: string;
  readonly serviceUrl: string;
  /** A project of this screen alone, in which `seed` stores its data. */
  readonly project: string;
  /** The slug of the workspace that the screen is in. */
  readonly slug: string;
  /** Calls an operation of the stored sample's service and returns its answer. */
  readonly ask: (path: string, body: unknown) => Promise<unknown>;
  /** Calls an operation of the dashboard as an admin and returns its answer. */
  readonly callApp: (operation: string, input: unknown) => Promise<unknown>;
  /** Adds a viewer to the instance. */
  readonly addViewer: () => Promise<unknown>;
}

/**
 * The workspace of a screen: the stored sample project; a project of its own, which is empty or holds what `seed` stores;
 * the same on a service with only the thirteen operations, or on one that answers 500 to everything; or none.
 */
type ScreenPlace = "sample" | "own" | "bare" | "failing" | "none";

/** One state of a page that a person can look at. The sweep checks each in both themes and at the width of a phone. */
export interface Screen {
  /** The page, then the state: "Traces, with an open peek". */
  readonly name: string;
  /** Set for a state that differs little from another row, or that few people see: only `npm run test:all` looks at it. */
  readonly tier?: "all";
  readonly place: ScreenPlace;
  /** The user; an admin by default. */
  readonly as?: "admin" | "viewer" | "signed-out";
  /** Stores data in the screen's own project before it is opened. */
  readonly seed?: (scene: Scene) => Promise<void>;
  /** The address below the workspace, without a slash at its beginning: "traces?t=all"; the whole path without one. */
  readonly path: string | ((scene: Scene) => string | Promise<string>);
  /** Brings the opened page to the state: opens a dialog, a menu, a tab. */
  readonly open?: (page: Page) => Promise<void>;
  /** What is visible once the screen is complete. */
  readonly shows: (page: Page) => Locator;
  /** Messages of the console and answers with errors that belong to this state. */
  readonly expected?: RegExp;
}
