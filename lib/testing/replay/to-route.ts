import { endpoints } from "@/lib/domain/api";
import { loadRoute } from "../route-files";
import type { Send } from "./call";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Straight to the route's handler, as the server would call it. */
export const toRoute: Send = async (name, request, params) => {
  const handler = (await loadRoute<Record<string, Handler>>(endpoints[name].path))[request.method];
  if (handler === undefined) throw new Error(`There is no route for ${name}.`);
  return handler(request, { params: Promise.resolve(params) });
};
