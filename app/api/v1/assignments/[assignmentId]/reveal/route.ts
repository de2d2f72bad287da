import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { revealDrafts } from "@/lib/workflows/reveal-drafts";

export const POST = route(endpoints.revealDrafts, ({ actor, params }) => revealDrafts(actor, params));
