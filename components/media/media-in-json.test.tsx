// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { JsonViewer } from "@/components/json/json-viewer";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { textSource } from "@/lib/json/lazy/testing/text-source";
import { clientValues, contentMetadata } from "@/lib/json/media/testing/client-values";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";

vi.mock("next/navigation", () => ({ useParams: () => ({ workspace: "airline" }) }));

/** The parts that have come into view. */
const seen: Element[] = [];

class EagerObserver {
  readonly #report: (entries: readonly { isIntersecting: boolean }[]) => void;
  constructor(report: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.#report = report;
  }
  observe(node: Element) {
    seen.push(node);
    this.#report([{ isIntersecting: true }]);
  }
  disconnect() {}
}

const made: Blob[] = [];
const saved: string[] = [];

layOut({ inside: { width: 800, height: 600 } });
beforeEach(() => {
  seen.length = 0;
  made.length = 0;
  saved.length = 0;
  vi.stubGlobal("IntersectionObserver", EagerObserver);
  URL.createObjectURL = (blob) => `blob:test/${made.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(cleanPage);

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const PNG = bytesOf(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20\0\0\0\x14${"\0".repeat(60)}`);
const WAV = bytesOf(`RIFF\0\0\0\0WAVEfmt ${"\0".repeat(80)}`);
const dataAddress = `data:image/png;base64,${Buffer.from(PNG).toString("base64")}`;

/** Opens a value in a project that stores these files. */
async function open(value: unknown, files: Readonly<Record<string, () => Response>> = {}, more: Answers = {}) {
  const requests = answerRequests({
    "workspaces.list": () => json({ workspaces: [testWorkspace] }),
    "file.content": ({ body }) => files[body.digest]?.() ?? failed("not-found"),
    ...more,
  });
  renderElementOnPage(<JsonViewer label="inputs" value={value} />);
  await screen.findByRole("tree");
  return {
    asked: () => requests.filter(({ operation }) => operation === "file.content").map(({ body }) => body.digest),
  };
}

const tree = () => screen.getByRole("tree");
const press = (key: string) => fireEvent.keyDown(tree(), { key });
const fileOf = (value: { readonly files: Readonly<Record<string, string>> }, name: string) => value.files[name] ?? "";

describe("media in a JSON value", () => {
  it("is one folded line with a small image, its type, pixels and size", async () => {
    const { asked } = await open(
      { image: clientValues.png },
      { [fileOf(clientValues.png, "image.png")]: () => new Response(PNG) },
    );
    expect(await screen.findByText("PNG · 32 × 20 · 84 B")).toBeTruthy();
    expect(tree().querySelector("img")?.getAttribute("src")).toMatch(/^blob:/);
    expect(made[0]?.type).toBe("image/png");
    expect(asked()).toEqual([fileOf(clientValues.png, "image.png")]);
    expect(screen.queryByText("weave_type")).toBeNull();
    expect(screen.getByText("4 keys")).toBeTruthy();
  });

  it("keeps the tree one tab stop, opens with Enter, and unfolds its JSON with the arrow key", async () => {
    await open({ image: clientValues.png }, { [fileOf(clientValues.png, "image.png")]: () => new Response(PNG) });
    await screen.findByText(/32 × 20/);
    expect(
      [...tree().querySelectorAll("button, a, audio")].filter((part) => (part as HTMLElement).tabIndex >= 0),
    ).toEqual([]);
    act(() => tree().focus());
    press("ArrowDown");
    press("Enter");
    expect(await screen.findByRole("img", { name: "image.png" })).toBeTruthy();
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain("PIL.Image.Image");
    fireEvent.keyDown(dialog, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    press("ArrowRight");
    expect(await screen.findByText("weave_type")).toBeTruthy();
  });

  it("in a string is recognized without a request", async () => {
    const { asked } = await open({ image_url: { url: dataAddress } });
    expect(await screen.findByRole("button", { name: "Open PNG image" })).toBeTruthy();
    expect(screen.getByText("32 × 20 · 84 B")).toBeTruthy();
    expect(asked()).toEqual([]);
  });

  it("in a string that is not loaded is read from its source", async () => {
    const text = JSON.stringify(dataAddress);
    // Blobs of a test document have no streams.
    const content = async () => new Response(text).body ?? new ReadableStream();
    const source = { ...textSource(text, 100).source, content };
    const facts = {
      kind: "string",
      size: dataAddress.length,
      count: dataAddress.length,
      beginning: dataAddress.slice(0, 60),
    } as const;
    await open({ url: new LazyValue({ source, path: [] }, facts) });
    expect(await screen.findByText("32 × 20 · 84 B")).toBeTruthy();
  });

  it("is not drawn from the beginning of a value", async () => {
    answerRequests({ "workspaces.list": () => json({ workspaces: [testWorkspace] }) });
    renderElementOnPage(
      <JsonViewer label="inputs" value={{ first: dataAddress, url: dataAddress.slice(0, 90) }} isCut />,
    );
    expect(await screen.findByText(/PNG image, only its beginning is here/)).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Open PNG image" })).toHaveLength(1);
  });

  it("is audio that loads and plays when it is asked for", async () => {
    const digest = fileOf(clientValues.wave, "audio.wav");
    const { asked } = await open({ speech: clientValues.wave }, { [digest]: () => new Response(WAV) });
    const play = await screen.findByRole("button", { name: "Play audio.wav" });
    expect(asked()).toEqual([]);
    fireEvent.click(play);
    await waitFor(() => expect(tree().querySelector("audio")?.getAttribute("src")).toMatch(/^blob:/));
    expect(made.at(-1)?.type).toBe("audio/wav");
    expect(asked()).toEqual([digest]);
  });

  it("is a video that opens as a player", async () => {
    const webm = bytesOf(`\x1a\x45\xdf\xa3${"\0".repeat(80)}`);
    const clip = { ...clientValues.content, files: { content: "clip", "metadata.json": "facts" } };
    const facts = { ...contentMetadata, mimetype: "video/webm", filename: "clip.webm", extension: ".webm" };
    await open({ clip }, { facts: () => json(facts), clip: () => new Response(webm) });
    fireEvent.click(await screen.findByRole("button", { name: "Open clip.webm" }));
    const dialog = await screen.findByRole("dialog");
    await waitFor(() => expect(dialog.querySelector("video[controls]")?.getAttribute("src")).toMatch(/^blob:/));
    expect(made.at(-1)?.type).toBe("video/webm");
  });

  it("of weave.Content is described by its metadata and downloaded under a safe name", async () => {
    const [content, metadata] = [
      fileOf(clientValues.content, "content"),
      fileOf(clientValues.content, "metadata.json"),
    ];
    const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    await open(
      { file: clientValues.content },
      { [metadata]: () => json(contentMetadata), [content]: () => new Response(svg) },
    );
    fireEvent.click(await screen.findByRole("button", { name: 'Download scan "v1".svg' }));
    await waitFor(() => expect(saved).toEqual(["scan _v1_.svg"]));
    expect(made.at(-1)?.type).toBe("application/octet-stream");
    fireEvent.click(screen.getByRole("button", { name: 'Open scan "v1".svg' }));
    expect(await screen.findByText(svg)).toBeTruthy();
    const dialog = screen.getByRole("dialog");
    expect(dialog.querySelector("svg script, img, iframe, object, embed")).toBeNull();
    expect(dialog.textContent).toContain("image/svg+xml");
  });

  it("that claims to be an image and is a page says so and never becomes one", async () => {
    const html = "<!doctype html><script>alert(1)</script>";
    await open({ image: clientValues.png }, { [fileOf(clientValues.png, "image.png")]: () => new Response(html) });
    expect(await screen.findByText("Described as image.png, but its bytes are text.")).toBeTruthy();
    expect(tree().querySelector("img")).toBeNull();
    expect(made).toEqual([]);
  });

  it("that describes more pixels than a page can hold is not decoded", async () => {
    const bomb = bytesOf("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\0\0\0\x01\0\0");
    await open({ image: clientValues.png }, { [fileOf(clientValues.png, "image.png")]: () => new Response(bomb) });
    expect(await screen.findByText(/65536 × 65536/)).toBeTruthy();
    expect(tree().querySelector("img")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Open image.png" }));
    expect(await screen.findByText(/pixels are too many to show/)).toBeTruthy();
  });

  it("that is larger than a preview is not kept, and says so", async () => {
    const large = new Uint8Array(4_000_001);
    await open({ image: clientValues.png }, { [fileOf(clientValues.png, "image.png")]: () => new Response(large) });
    expect(await screen.findByText("too large to preview")).toBeTruthy();
  });

  it("that cannot be loaded says why, and loads after Retry", async () => {
    let isDown = true;
    const answer = () => (isDown ? failed("unreachable") : new Response(PNG));
    await open({ image: clientValues.png }, { [fileOf(clientValues.png, "image.png")]: answer });
    expect((await screen.findByRole("alert")).textContent).toContain("It is unreachable.");
    isDown = false;
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText(/32 × 20/)).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("that the browser cannot decode says that it is broken", async () => {
    await open({ image: clientValues.png }, { [fileOf(clientValues.png, "image.png")]: () => new Response(PNG) });
    await screen.findByText(/32 × 20/);
    const image = tree().querySelector("img");
    if (image) fireEvent.error(image);
    expect((await screen.findByRole("alert")).textContent).toContain("The image is broken.");
  });

  it("of an unknown type names the type and offers each file", async () => {
    const files = { "a.parquet": "1", "b.csv": "2", c: "3", d: "4" };
    await open(
      { frame: { _type: "CustomWeaveType", weave_type: { type: "lab.Frame" }, files } },
      { "4": () => new Response("x,y") },
    );
    expect(await screen.findByText("lab.Frame")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^Download / })).toHaveLength(3);
    fireEvent.click(screen.getByRole("button", { name: "1 more files" }));
    expect(await screen.findByText("x,y")).toBeTruthy();
  });

  it("at the root of a value is shown above its JSON, which stays open", async () => {
    await open(clientValues.png, { [fileOf(clientValues.png, "image.png")]: () => new Response(PNG) });
    expect(await screen.findByText(/32 × 20/)).toBeTruthy();
    expect(screen.getByText("weave_type")).toBeTruthy();
  });

  it("says its type from its first bytes before it is loaded", async () => {
    await open({ input_audio: { data: Buffer.from(WAV).toString("base64"), format: "wav" } });
    expect(await screen.findByRole("button", { name: "Play WAV audio" })).toBeTruthy();
    expect(screen.getByText("96 B")).toBeTruthy();
  });

  it("of Markdown is shown as it is written", async () => {
    await open({ note: clientValues.markdown });
    fireEvent.click(await screen.findByRole("button", { name: "Open markup.md" }));
    expect(await screen.findByText(/# Title/)).toBeTruthy();
  });
});

it("shows a datetime as its time, and what was written on hover", async () => {
  await open({ when: clientValues.datetime });
  const time = await screen.findByText("2026-11-23 02:03:04.567 UTC");
  expect(time.title).toBe("2026-11-23T02:03:04.567890+00:00");
});
