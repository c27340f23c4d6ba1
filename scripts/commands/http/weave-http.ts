import type { CallOperation } from "@/lib/import/import-service";
import type { WeaveProject, WeaveTarget } from "@/lib/import/weave/weave-service";
import {
  callService,
  isRefusal,
  isRetryable,
  isUnsupported,
  type RetryOptions,
  readBytes,
  type ServiceAddress,
  sendForm,
  streamService,
} from "./service-http";

type Options = RetryOptions & { readonly signal: AbortSignal };

/** A project of a service that is asked directly. */
export function weaveProject(projectId: string, address: ServiceAddress, options: Options): WeaveProject {
  return {
    projectId,
    // The operation's row defines the response; only the members that are read are relied on.
    ask: async (id, body) => (await callService(address, id, body, options)) as never,
    lines: (id, body) => streamService(address, id, body, options.signal),
    readFile: (digest) => readBytes(address, "file.content", { project_id: projectId, digest }, options.signal),
    isUnsupported,
    mayPass: isRetryable,
  };
}

/** The same project, for writing. */
export function weaveTarget(projectId: string, address: ServiceAddress, options: Options): WeaveTarget {
  return {
    stored: weaveProject(projectId, address, options),
    call: ((id: string, body: unknown, params = {}) =>
      callService(address, id, body, { ...options, params })) as CallOperation,
    isRefusal,
    async storeFile(name, bytes) {
      const form = new FormData();
      form.set("project_id", projectId);
      form.set("file", new File([bytes], name));
      const { digest } = (await sendForm(address, "file.create", form, options.signal)) as { digest?: unknown };
      if (typeof digest !== "string") throw new Error(`${address.url.host} did not return the digest of a file.`);
      return digest;
    },
  };
}
