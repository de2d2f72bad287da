import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import { env } from "@/lib/env";

/** The client address as this server determined it. Overwritten on every request, so that no client can set it. */
export const clientAddressHeader = "x-redline-client-address";

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");
const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/**
 * The address of the client: the peer's own or, while that is a trusted proxy, the one it names in X-Forwarded-For. Each
 * proxy appends the address it was reached from, so the list is read from its end up to the first untrusted address; anything earlier may be forged.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
  let client = plain(peer);
  while (isIP(client) !== 0 && trusted.check(client, familyOf(client))) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    client = next;
  }
  return client;
}

/**
 * Writes the client's address into a header of every request this process receives. Next hides the socket from route handlers, and passes on an
 * X-Forwarded-For from the client unchanged; Node announces each request on this channel before anything else sees it.
 */
export function noteClientAddresses(): void {
  const trusted = blockList(env().REDLINE_TRUSTED_PROXIES);
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const forwardedFor = request.headers["x-forwarded-for"];
    const joined = Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor;
    request.headers[clientAddressHeader] = clientAddress(request.socket.remoteAddress ?? "", joined, trusted);
  });
}

/** What attempts are counted by: an IPv4 address, or the /64 of an IPv6 address, which one client has to itself. */
export function networkOf(headers: Headers): string {
  const address = headers.get(clientAddressHeader) ?? "unknown";
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1).split("::");
  const groups = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8 - groups.flat().length).fill("0");
  return [...(groups[0] ?? []), ...zeros, ...(groups[1] ?? [])].slice(0, 4).join(":");
}
