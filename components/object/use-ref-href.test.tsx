// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useRefHref } from "./use-ref-href";

const slug = vi.hoisted(() => ({ workspace: "airline" }));
vi.mock("next/navigation", () => ({ useParams: () => slug }));

afterEach(() => {
  cleanPage();
  slug.workspace = "airline";
});

const other = { ...testWorkspace, id: "v", slug: "hotel", projectId: "demo/hotel" };
const elsewhere = { ...other, id: "u", slug: "bank", connectionId: "remote", projectId: "demo/bank" };

const open = () => {
  answerRequests({ "workspaces.list": () => json({ workspaces: [testWorkspace, other, elsewhere] }) });
  return renderOnPage(() => ({ hrefOf: useRefHref() }), { props: {} }).result;
};

const refOf = (project: string) => `weave:///demo/${project}/object/agent:abc`;

it("leads to the workspace of the ref's project on the same connection", async () => {
  const page = open();
  await waitFor(() => expect(page.current.hrefOf(refOf("airline"))).toMatch(/^\/airline\/objects/));
  expect(page.current.hrefOf(refOf("hotel"))).toMatch(/^\/hotel\/objects/);
  expect(page.current.hrefOf(refOf("bank"))).toBeNull();
  expect(page.current.hrefOf(refOf("unknown"))).toBeNull();
});

it("leads nowhere from text that is not a ref, and before the workspace is known", async () => {
  const page = open();
  expect(page.current.hrefOf(refOf("airline"))).toBeNull();
  await waitFor(() => expect(page.current.hrefOf(refOf("airline"))).not.toBeNull());
  expect(page.current.hrefOf("just text")).toBeNull();
});
