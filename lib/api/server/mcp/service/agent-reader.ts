import type { MissingRows } from "@/lib/api/contract/admin/missing-rows";
import { auditNoAccess } from "@/lib/api/server/dashboard/audit-no-access";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { AgentSession } from "@/lib/auth/agent-key";
import { roleInWorkspace, visibleWorkspaces } from "@/lib/auth/workspace-roles";
import { listWorkspaces, type Workspace } from "@/lib/database/workspaces";
import { missingText } from "@/lib/workspace/missing-text";
import { ServiceClient } from "./service-client";

/** A workspace that a tool reads, with its service. */
export interface OpenWorkspace {
  readonly slug: string;
  readonly projectId: string;
  readonly service: ServiceClient;
  /** Returns the full address of a page, for the person whom the agent works for. */
  readonly pageUrl: (path: string) => string;
}

/** The dashboard as the owner of a key may read it: what every tool works with. */
export class AgentReader {
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly agent: AgentSession;
  readonly dashboard: Dashboard;
  readonly #missing = new Map<string, MissingRows>();

  constructor(dashboard: Dashboard, agent: AgentSession, signal: AbortSignal) {
    this.dashboard = dashboard;
    this.agent = agent;
    this.signal = signal;
    this.nowMs = dashboard.now().getTime();
  }

  /** The workspaces that the key may read and its owner has access to, by name. */
  async workspaces(): Promise<readonly Workspace[]> {
    const all = await listWorkspaces(this.dashboard.database);
    const { workspaceId, session } = this.agent;
    const visible = visibleWorkspaces(session.user, all);
    return workspaceId === null ? visible : visible.filter(({ id }) => id === workspaceId);
  }

  pageUrl(path: string): string {
    return `${this.dashboard.environment.publicUrl}${path}`;
  }

  /** The service of one connection. */
  service(connectionId: string): ServiceClient {
    const { dashboard, agent, signal } = this;
    const onMissing = (missing: readonly MissingRows[]) => {
      for (const each of missing) this.#missing.set(JSON.stringify(each), each);
    };
    return new ServiceClient({ dashboard, session: agent.session, connectionId, signal, onMissing });
  }

  /** What the answers that were read lack because stored data is damaged, in a sentence; null when nothing. */
  get missingText(): string | null {
    return missingText([...this.#missing.values()]);
  }

  /**
   * Opens a workspace by its name or its project; without a name, the only one.
   *
   * @throws ToolError that lists the workspaces, when none or several match
   */
  async open(name: string | undefined): Promise<OpenWorkspace> {
    const all = await this.workspaces();
    const found = name === undefined ? all : all.filter(({ slug, projectId }) => slug === name || projectId === name);
    const [workspace, another] = found;
    if (workspace === undefined && name !== undefined) await this.#auditNoAccess(name);
    if (workspace === undefined || another !== undefined) throw new ToolError(choiceText(name, all));
    const { slug, projectId, connectionId } = workspace;
    const pageUrl = (path: string) => this.pageUrl(path);
    return { slug, projectId, service: this.service(connectionId), pageUrl };
  }

  /** Records an attempt on a workspace that exists, but not for the owner of the key. */
  async #auditNoAccess(name: string): Promise<void> {
    const { session } = this.agent;
    const closed = (await listWorkspaces(this.dashboard.database)).find(
      ({ id, slug, projectId }) => (slug === name || projectId === name) && roleInWorkspace(session.user, id) === null,
    );
    if (closed !== undefined) await auditNoAccess(this.dashboard, session, closed.id, null);
  }
}

const MAX_NAMED = 30;

function choiceText(name: string | undefined, all: readonly Workspace[]): string {
  if (all.length === 0) return "There is no workspace yet. A member creates one in the dashboard.";
  const names = all.slice(0, MAX_NAMED).map(({ slug }) => slug);
  const more = all.length > MAX_NAMED ? `, and ${all.length - MAX_NAMED} more (list_workspaces)` : "";
  const reason = name === undefined ? "Set `workspace`." : `No single workspace is named ${JSON.stringify(name)}.`;
  return `${reason} Available: ${names.join(", ")}${more}.`;
}
