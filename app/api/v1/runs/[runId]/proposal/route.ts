import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readProposal } from "@/lib/workflows/read-proposal";

export const GET = route(endpoints.readProposal, ({ actor, params }) => readProposal(actor, params));
