import { readEnvironment } from "@/lib/environment/environment";
import { serviceProgram } from "@/scripts/launcher/programs";
import { ProgramProcess } from "./program-process";

export const SERVICE_KEY = "hk_faults_key_for_the_tests_0123456789ab";

export interface ServiceProcessOptions {
  readonly dataFolder: string;
  readonly port: number;
  /** Further environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The built service in a process of its own. */
export class ServiceProcess extends ProgramProcess {
  readonly url: string;

  constructor({ dataFolder, port, variables = {} }: ServiceProcessOptions) {
    const environment = readEnvironment({ HEDDLE_DATA: dataFolder, HEDDLE_SERVICE_PORT: String(port) });
    super({
      // No token of the launcher: an empty variable counts as unset, and the key below is the only way in.
      program: serviceProgram("service", environment, ""),
      file: "build/service.mjs",
      variables: { ...variables, HEDDLE_SERVICE_PORT: String(port), HEDDLE_API_KEY: SERVICE_KEY },
    });
    this.url = environment.serviceUrl;
  }
}

export const REQUEST_HEADERS = {
  authorization: `Basic ${Buffer.from(`api:${SERVICE_KEY}`).toString("base64")}`,
  "content-type": "application/json",
};

/**
 * Sends one operation to a service and returns the text of its response. Rejects when it is refused or the connection
 * breaks.
 */
export async function ask(url: string, path: string, body: unknown): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: REQUEST_HEADERS,
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Refused(`${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** An unexpected response of the service: never a consequence of a kill. */
export class Refused extends Error {
  override readonly name = "Refused";
}
