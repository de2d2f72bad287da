import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as it was received. */
export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
  failed: boolean;
  nanoseconds: number;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        attributes: Attribute[];
        status: { code?: number };
        startTimeUnixNano: string;
        endTimeUnixNano: string;
      }[];
    }[];
  }[];
}

const errorStatus = 2;
const valuesOf = (attributes: Attribute[]) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A server on loopback that takes traces as OTLP with JSON, and keeps them as they came and by span. */
export async function startOtlpReceiver() {
  const bodies: string[] = [];
  const spans: ReceivedSpan[] = [];
  const keys: (string | undefined)[] = [];
  const take = (body: string) => {
    bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans)
      for (const { name, traceId, spanId, parentSpanId = "", attributes, status, ...times } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...{ name, traceId, spanId, parentSpanId, attributes: valuesOf(attributes), failed: status.code === errorStatus },
          service: String(valuesOf(resource.attributes)["service.name"]),
          nanoseconds: Number(BigInt(times.endTimeUnixNano) - BigInt(times.startTimeUnixNano)),
        });
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request
      .on("data", (piece: Buffer) => pieces.push(piece))
      .once("end", () => {
        const known = request.method === "POST" && request.url === "/v1/traces";
        if (known) take(Buffer.concat(pieces).toString("utf8"));
        keys.push(request.headers["x-collector-key"] as string | undefined);
        response.writeHead(known ? 200 : 404, { "content-type": "application/json" }).end("{}");
      });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was received, as text. */
    bodies,
    spans,
    /** The header `x-collector-key` of each request. */
    keys,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
