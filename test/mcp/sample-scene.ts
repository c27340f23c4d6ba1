import { findOperation } from "@/lib/api/contract/operations";
import { createSample } from "@/lib/sample/create-sample";
import { sampleSpec } from "@/lib/sample/sample-project";
import type { SampleService } from "@/lib/sample/sample-service";
import { DashboardWithService } from "@/test/faults/dashboard-with-service";
import type { TestDashboard } from "@/test/faults/relay-dashboard";

async function sent(app: TestDashboard, operation: string, body: unknown, headers?: Record<string, string>) {
  const response = await app.call(operation, { body, role: "member", method: "POST", ...(headers ? { headers } : {}) });
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`);
  return response;
}

/** The embedded service through the relay, as the browser creates the sample. */
function throughRelay(app: TestDashboard): SampleService {
  return {
    call: async (id, body) => await (await sent(app, findOperation(id)?.id ?? "", body)).json(),
    callIds: async () => [],
    trainer: null,
    review: null,
    storeFile: async (projectId, name, text) => {
      const form = new FormData();
      form.set("project_id", projectId);
      form.set("file", new File([text], name));
      const whole = new Response(form);
      const type = whole.headers.get("content-type") ?? "";
      const bytes = new Uint8Array(await whole.arrayBuffer());
      return ((await (await sent(app, "file.create", bytes, { "content-type": type })).json()) as { digest: string })
        .digest;
    },
  };
}

/** A dashboard with a service that holds the sample project, whose outage ended 30 hours before its end. */
export async function openSampleScene(threadCount: number): Promise<{
  readonly opened: DashboardWithService;
  readonly app: TestDashboard;
  readonly projectId: string;
  readonly workspaceId: string;
}> {
  const opened = await DashboardWithService.open();
  const { app } = opened;
  const spec = { ...sampleSpec(Date.now()), threadCount };
  await createSample(throughRelay(app), { spec });
  const response = await app.app("workspaces.create", { connectionId: "local", projectId: spec.projectId });
  const { workspace } = (await response.json()) as { workspace: { id: string } };
  return { opened, app, projectId: spec.projectId, workspaceId: workspace.id };
}
