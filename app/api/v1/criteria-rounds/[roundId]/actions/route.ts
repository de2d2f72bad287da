import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { saveRedline } from "@/lib/workflows/save-redline";

export const POST = route(endpoints.saveRedline, ({ actor, params, body }) => saveRedline(actor, { ...params, ...body }));
