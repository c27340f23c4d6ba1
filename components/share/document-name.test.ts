import { expect, it } from "vitest";
import { documentName } from "./document-name";

it("keeps what every file system accepts of an id", () => {
  expect(documentName("trace", "0199-ab")).toBe("trace-0199-ab.html");
  expect(documentName("thread", "../../a b:c?")).toBe("thread-a-b-c-.html");
  expect(documentName("thread", "日本")).toBe("thread-document.html");
  expect(documentName("thread", "x".repeat(500)).length).toBeLessThan(100);
});
