import { type EndpointName, endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { bodies, searches } from "./endpoint-inputs";
import { loadRoute } from "./route-files";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** What a route's file exports, by method. */
type RouteModule = Record<string, Handler>;

/** Calls an endpoint through its route, with a valid body and these values for the parameters of its path. */
export async function askEndpoint(name: EndpointName, params: Record<string, string>, headers: Record<string, string>): Promise<Response> {
  const endpoint: Endpoint = endpoints[name];
  const module = await loadRoute<RouteModule>(endpoint.path);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) => params[parameter] ?? "");
  const body = name === "createImport" ? "id,input,output" : endpoint.body && JSON.stringify(bodies[name]);
  const request = new Request(`http://127.0.0.1:3000/api/v1${path}${searches[name] ?? ""}`, {
    method: endpoint.method,
    headers: { ...headers, ...(endpoint.body && { "content-type": "application/json" }) },
    ...(body !== undefined && { body }),
  });
  const handler = module[endpoint.method];
  if (handler === undefined) throw new Error(`${endpoint.method} ${endpoint.path} has no route.`);
  // As Next does: only the parameters of the path.
  const named = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => [parameter, params[parameter] ?? ""]),
  );
  return handler(request, { params: Promise.resolve(named) });
}
