import { lookup as resolveName } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { dashboardOrigins } from "@/lib/environment/dashboard-origin";
import type { Environment } from "@/lib/environment/environment";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The network range of an address, as the policy distinguishes them. */
type Reach = "public" | "private" | "loopback" | "link-local" | "never";

/**
 * The policy does not allow this address for connections. The message is for users and contains no resolved address.
 */
export class AddressNotAllowedError extends Error {
  override readonly name = "AddressRefused";
}

const REACH_OF_RANGE: Readonly<Record<string, Reach>> = {
  unicast: "public",
  private: "private",
  carrierGradeNat: "private",
  uniqueLocal: "private",
  loopback: "loopback",
  linkLocal: "link-local",
};

/** A cloud's metadata service, under an address that looks private. */
const METADATA_V6 = ipaddr.parse("fd00:ec2::254");

/** ::a.b.c.d is long deprecated, but some stacks still treat it as the IPv4 address. */
function isIpv4Compatible(address: Address): boolean {
  return (
    address.kind() === "ipv6" &&
    address
      .toByteArray()
      .slice(0, 12)
      .every((byte) => byte === 0)
  );
}

/** Unwraps ::ffff:a.b.c.d, so that it is treated as the IPv4 address that it reaches. */
function parseAddress(text: string): Address {
  return ipaddr.process(text.replace(/^\[|\]$/g, ""));
}

function reachOf(address: Address): Reach {
  if (address.toNormalizedString() === METADATA_V6.toNormalizedString()) return "link-local";
  if (address.range() === "loopback") return "loopback";
  if (isIpv4Compatible(address)) return "never";
  return REACH_OF_RANGE[address.range()] ?? "never";
}

interface AllowEntry {
  /** Host name or literal address, lower case. */
  readonly host: string | null;
  readonly port: number | null;
  readonly range: [Address, number] | null;
}

function parseAllowEntry(text: string): AllowEntry {
  if (ipaddr.isValidCIDR(text)) return { host: null, port: null, range: ipaddr.parseCIDR(text) };
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null;
  if (url?.pathname !== "/" || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new Error("HEDDLE_CONNECTION_ALLOW must list hosts, host:port pairs or CIDR ranges.");
  }
  // The URL parser drops port 80, which is its default.
  const port = /:(\d+)$/.exec(text)?.[1];
  return { host: url.hostname, port: port === undefined ? null : Number(port), range: null };
}

function isInRange(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function localAddresses(): ReadonlySet<string> {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(interfaces.map((item) => parseAddress(item.address).toNormalizedString()));
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === "https:" ? 443 : 80));
}

type Settings = Pick<
  Environment,
  "HEDDLE_CONNECTION_POLICY" | "HEDDLE_CONNECTION_ALLOW" | "PORT" | "HEDDLE_URL" | "publicUrl"
>;

export type ResolveName = (hostname: string) => Promise<ReadonlyArray<{ address: string; family: number }>>;

/**
 * Decides which addresses connections may have. Checked twice: on the URL, when a connection is stored and used, and on
 * every address that a name resolves to, when connecting.
 */
export class AddressPolicy {
  readonly #allow: readonly AllowEntry[];

  constructor(
    private readonly settings: Settings,
    private readonly resolve: ResolveName = (hostname) => resolveName(hostname, { all: true }),
  ) {
    this.#allow = settings.HEDDLE_CONNECTION_ALLOW.map(parseAllowEntry);
  }

  /** @throws AddressNotAllowedError for what the URL alone shows: scheme, our own address, a literal address. */
  checkUrl(url: URL): void {
    if (!/^https?:$/.test(url.protocol))
      throw new AddressNotAllowedError("Only http and https addresses can be called.");
    const ours = new Set([...dashboardOrigins(this.settings), new URL(this.settings.publicUrl).origin]);
    if (ours.has(url.origin)) throw new AddressNotAllowedError("This address is the dashboard itself.");
    const host = url.hostname;
    const port = portOf(url);
    if (this.settings.HEDDLE_CONNECTION_POLICY === "public-only" && url.protocol !== "https:") {
      if (!this.#isHostListed(host, port)) throw new AddressNotAllowedError("Only https addresses are allowed here.");
    }
    if (ipaddr.isValid(host.replace(/^\[|\]$/g, ""))) this.checkAddress(host, host, port);
    else if (this.settings.HEDDLE_CONNECTION_POLICY === "allowlist" && !this.#mayBeListed(host, port)) {
      throw new AddressNotAllowedError("This host is not on the list of allowed addresses.");
    }
  }

  #isHostListed(host: string, port: number): boolean {
    return this.#allow.some((entry) => entry.host === host && (entry.port === null || entry.port === port));
  }

  /** A name may still resolve into a listed range; that is checked when connecting. */
  #mayBeListed(host: string, port: number): boolean {
    return this.#isHostListed(host, port) || this.#allow.some((entry) => entry.range !== null);
  }

  #isListed(address: Address, host: string, port: number): boolean {
    const inRange = this.#allow.some((entry) => entry.range !== null && isInRange(address, entry.range));
    return inRange || this.#isHostListed(host, port) || this.#isHostListed(this.#literal(address), port);
  }

  #literal(address: Address): string {
    return address.kind() === "ipv6" ? `[${address.toString()}]` : address.toString();
  }

  /** @throws AddressNotAllowedError when this address may not be called under this host and port. */
  checkAddress(text: string, host: string, port: number): void {
    const address = parseAddress(text);
    const reach = reachOf(address);
    const policy = this.settings.HEDDLE_CONNECTION_POLICY;
    if (reach === "never") throw new AddressNotAllowedError("This address cannot be called.");
    if (port === this.settings.PORT && (reach === "loopback" || localAddresses().has(address.toNormalizedString()))) {
      throw new AddressNotAllowedError("This address is the dashboard itself.");
    }
    if (reach === "link-local") {
      // Cloud metadata services are here: only an exact entry in the list allows this address.
      if (policy === "allowlist" && this.#isHostListed(this.#literal(address), port)) return;
      throw new AddressNotAllowedError("Link-local addresses cannot be called.");
    }
    if (this.#isListed(address, host, port)) return;
    if (policy === "allowlist")
      throw new AddressNotAllowedError("This address is not on the list of allowed addresses.");
    if (policy === "public-only" && reach !== "public") {
      throw new AddressNotAllowedError("Only public addresses are allowed here.");
    }
  }

  /** Returns a resolver for one port that allows a connection only when every address of the name is allowed. */
  lookupFor(port: number): LookupFunction {
    return (hostname, options, callback) => {
      this.resolve(hostname).then(
        (found) => {
          try {
            for (const { address } of found) this.checkAddress(address, hostname, port);
          } catch (error) {
            // checkAddress throws only errors.
            callback(error as Error, "", 0);
            return;
          }
          const [first] = found;
          if (!first) callback(new AddressNotAllowedError("This host name has no address."), "", 0);
          else if (options.all) callback(null, [...found]);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, "", 0),
      );
    };
  }
}
