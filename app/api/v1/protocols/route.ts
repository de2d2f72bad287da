import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listProtocols } from "@/lib/workflows/list-protocols";

export const GET = route(endpoints.listProtocols, ({ actor }) => listProtocols(actor));
