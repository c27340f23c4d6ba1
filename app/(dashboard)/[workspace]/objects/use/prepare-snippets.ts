import type { ObjectKey } from "@/lib/object/object-key";
import { objectRef } from "@/lib/object/object-ref";

/** A program that reads a version, and how to run it. */
export interface CodeSnippet {
  readonly id: "python" | "typescript" | "curl";
  readonly name: string;
  readonly text: string;
}

interface SnippetOf {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly object: ObjectKey;
  readonly digest: string;
}

/** Quotes a word for a shell, whatever it contains. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns programs that read one version: with the SDKs, and with only a shell. */
export function readSnippets({ baseUrl, projectId, object, digest }: SnippetOf): readonly CodeSnippet[] {
  const ref = JSON.stringify(objectRef(projectId, object, digest));
  const project = JSON.stringify(projectId);
  const body = JSON.stringify({ project_id: projectId, object_id: object.id, digest });
  const name = object.kind === "op" ? "op" : "value";
  const python: CodeSnippet = {
    id: "python",
    name: "Python",
    text: ["import weave", "", `weave.init(${project})`, `${name} = weave.ref(${ref}).get()`].join("\n"),
  };
  const typescript: CodeSnippet = {
    id: "typescript",
    name: "TypeScript",
    text: [
      'import * as weave from "weave";',
      "",
      `await weave.init(${project});`,
      `const value = await weave.ObjectRef.fromUri(${ref}).get();`,
    ].join("\n"),
  };
  const curl: CodeSnippet = {
    id: "curl",
    name: "curl",
    text: `curl -u "api:$WANDB_API_KEY" ${quoted(`${baseUrl}/obj/read`)} \\\n  -d ${quoted(body)}`,
  };
  // The TypeScript client cannot read ops.
  return object.kind === "op" ? [python, curl] : [python, typescript, curl];
}

/** Returns the shortest program that publishes an object, with the addresses of a workspace. */
export function publishSnippet(baseUrl: string, projectId: string): string {
  return [
    `// WF_TRACE_SERVER_URL=${baseUrl}`,
    "// WANDB_API_KEY=<a key of the service>",
    'import * as weave from "weave";',
    `const client = await weave.init(${JSON.stringify(projectId)});`,
    'await client.publish(new weave.StringPrompt({ name: "greeting", content: "Say hello to {name}." }));',
  ].join("\n");
}
