// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { useDeployments } from "@/components/deployments/use-deployments";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";

afterEach(cleanPage);

const HOUR_MS = 3_600_000;
const deployment = { id: "v", name: "v13", at: "1970-01-01T00:30:00Z", note: "", url: null, created_by: null };

function Names() {
  const [hours, setHours] = useState(1);
  const [projectId, setProjectId] = useState("e/p");
  const { list, note } = useDeployments({ ...testWorkspace, projectId }, { startMs: 0, endMs: hours * HOUR_MS });
  return (
    <>
      <p role="status">{[list === null ? "none" : list.deployments.map(({ name }) => name).join(), note].join(" ")}</p>
      <button type="button" onClick={() => setHours(hours + 1)}>
        Later
      </button>
      <button type="button" onClick={() => setProjectId("e/q")}>
        Other
      </button>
    </>
  );
}

it("keeps the deployments of a range that moves until the next are there, but not those of another project", async () => {
  const sent = answerRequests({
    "deployments.list": ({ body }) =>
      body.before === "1970-01-01T01:00:00.000Z" && body.project_id === "e/p"
        ? json({ deployments: [deployment], releases: [] })
        : (new Promise(() => undefined) as never),
  });
  renderElementOnPage(<Names />);
  await screen.findByText("v13");
  screen.getByRole("button", { name: "Later" }).click();
  await screen.findByText("v13");
  expect(sent).toHaveLength(2);
  screen.getByRole("button", { name: "Other" }).click();
  expect((await screen.findByText("none")).textContent).toBe("none ");
});

it("says that deployments could not be read, and nothing where the service has none", async () => {
  answerRequests({ "deployments.list": () => failed("upstream") });
  renderElementOnPage(<Names />);
  await screen.findByText("none deployments could not be read");
  cleanPage();
  answerRequests({});
  renderElementOnPage(<Names />);
  expect((await screen.findByText("none")).textContent).toBe("none ");
});
