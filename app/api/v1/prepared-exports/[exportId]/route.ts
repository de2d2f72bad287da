import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { discardPreparedExport } from "@/lib/workflows/discard-prepared-export";
import { getPreparedExport } from "@/lib/workflows/get-prepared-export";

export const GET = route(endpoints.getPreparedExport, ({ actor, params }) => getPreparedExport(actor, params));

export const DELETE = route(endpoints.discardPreparedExport, ({ actor, params }) => discardPreparedExport(actor, params));
