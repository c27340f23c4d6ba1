import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/e2e/support/free-port";

type ProxyName = "nginx" | "haproxy";

/** What a proxy is told. */
interface ProxyRules {
  /** Where it takes requests of HTTP/1.1, and of HTTP/2 without TLS. */
  readonly port: number;
  readonly http2Port: number;
  readonly backendPort: number;
  /** The path that it lets nobody reach. */
  readonly blockedPath: string;
}

interface ProxyKind {
  readonly programs: readonly string[];
  readonly file: string;
  readonly config: (rules: ProxyRules, folder: string) => string;
  readonly args: (folder: string) => readonly string[];
}

/** Each as its own documents say, with times that are short, and connections to the program that requests share. */
const KINDS: Readonly<Record<ProxyName, ProxyKind>> = {
  nginx: {
    programs: ["nginx", "/usr/sbin/nginx"],
    file: "nginx.conf",
    args: (folder) => ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"],
    config: ({ port, http2Port, backendPort, blockedPath }, folder) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/answers;
  underscores_in_headers on;
  proxy_http_version 1.1;
  proxy_buffering off;
  proxy_request_buffering off;
  client_max_body_size 256m;
  client_header_timeout 2s;
  client_body_timeout 2s;
  keepalive_timeout 2s;
  proxy_read_timeout 5s;
  proxy_set_header Host $host;
  proxy_set_header Connection "";
  upstream program { server 127.0.0.1:${backendPort}; keepalive 8; }
  server {
    listen 127.0.0.1:${port};
    listen 127.0.0.1:${http2Port} http2;
    location = ${blockedPath} { return 403; }
    location / { proxy_pass http://program; }
  }
}
`,
  },
  haproxy: {
    programs: ["haproxy", "/usr/sbin/haproxy"],
    file: "haproxy.cfg",
    args: (folder) => ["-f", join(folder, "haproxy.cfg")],
    config: ({ port, http2Port, backendPort, blockedPath }) => `
global
  maxconn 512
defaults
  mode http
  timeout connect 2s
  timeout client 2s
  timeout server 5s
  timeout http-request 2s
  timeout http-keep-alive 2s
  http-reuse always
frontend public
  bind 127.0.0.1:${port}
  bind 127.0.0.1:${http2Port} proto h2
  http-request deny if { path ${blockedPath} }
  default_backend program
backend program
  server program 127.0.0.1:${backendPort}
`,
  },
};

/** Returns the program of a proxy; null where it is not installed. */
function programOf(name: ProxyName): string | null {
  return KINDS[name].programs.find((program) => spawnSync(program, ["-v"]).status === 0) ?? null;
}

/** Why tests with a proxy are skipped here; null where they can run. */
export function absenceOfProxy(name: ProxyName): string | null {
  return programOf(name) === null ? `${name} is not installed` : null;
}

/** A proxy in front of a program, as an operator puts one there. */
export class FrontProxy {
  readonly url: string;
  readonly http2Port: number;
  readonly #folder: string;
  readonly #process: ChildProcess;
  #output = "";

  private constructor(url: string, http2Port: number, folder: string, process: ChildProcess) {
    this.url = url;
    this.http2Port = http2Port;
    this.#folder = folder;
    this.#process = process;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    }
  }

  static async start(name: ProxyName, backendPort: number, blockedPath: string): Promise<FrontProxy> {
    const program = programOf(name);
    if (program === null) throw new Error(`${name} is not installed.`);
    const { file, config, args } = KINDS[name];
    const folder = mkdtempSync(join(tmpdir(), `heddle-${name}-`));
    for (const each of ["bodies", "answers"]) mkdirSync(join(folder, each));
    const [port, http2Port] = [await freePort(), await freePort()];
    writeFileSync(join(folder, file), config({ port, http2Port, backendPort, blockedPath }, folder));
    const child = spawn(program, [...args(folder)], { stdio: ["ignore", "pipe", "pipe"] });
    return new FrontProxy(`http://127.0.0.1:${port}`, http2Port, folder, child);
  }

  /** What it printed, and whether it ended. */
  get output(): string {
    return `${this.#output}${this.#process.exitCode === null ? "" : `\nended with code ${this.#process.exitCode}`}`;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, "close");
      this.#process.kill("SIGKILL");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
