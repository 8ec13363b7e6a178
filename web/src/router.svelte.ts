/** Pages by address: the History API and a table. Every link inside the site stays an ordinary `<a href>`. */
import type { Component } from "svelte";

export type Params = Record<string, string>;
type Page = Component<{ params: Params }>;
interface Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly load: () => Promise<{ default: Page }>;
}

function route(path: string, load: () => Promise<{ default: Component<any> }>): Route {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  return { pattern: new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}/?$`), names, load };
}

const ROUTES: readonly Route[] = [
  route("/", () => import("./pages/Home.svelte")),
  route("/new", () => import("./pages/New.svelte")),
  route("/new/:game", () => import("./pages/New.svelte")),
  route("/game/:id", () => import("./pages/Game.svelte")),
  route("/join/:id/:invite", () => import("./pages/Join.svelte")),
  route("/games", () => import("./pages/YourGames.svelte")),
  route("/watch", () => import("./pages/Watch.svelte")),
  route("/rules", () => import("./pages/RulesIndex.svelte")),
  route("/rules/:game", () => import("./pages/Rules.svelte")),
  route("/puzzles", () => import("./pages/Puzzles.svelte")),
  route("/puzzles/:game", () => import("./pages/Puzzles.svelte")),
  route("/knowledge", () => import("./pages/lab/Knowledge.svelte")),
  route("/lab", () => import("./pages/Lab.svelte")),
  route("/reports/:name", () => import("./pages/lab/NoReport.svelte")), // the reports themselves are served by the server
  route("/study", () => import("./pages/Study.svelte")),
  route("/study/:id", () => import("./pages/Study.svelte")),
  route("/about", () => import("./pages/About.svelte")),
  route("/account", () => import("./pages/Account.svelte")),
];
const NOWHERE: Route = route("/nowhere", () => import("./pages/NotFound.svelte"));

/** The current address, and the page shown there. */
class Place {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));
  page = $state.raw<Page | null>(null);
  params = $state.raw<Params>({});
  failed = $state(false);
  visits = $state(0);
  back = false; // whether the visitor used the browser's back or forward button, which keep the scroll position

  /** Loads the page of the current address; the old page stays until the new one has loaded. */
  async show(back = false): Promise<void> {
    this.back = back;
    forward();
    const path = location.pathname;
    const [found, params] = match(path);
    try {
      const { default: page } = await found.load();
      if (location.pathname !== path) return;
      this.page = page;
      this.params = params;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    this.path = path;
    this.query = new URLSearchParams(location.search);
    this.visits += 1;
  }
}

/** Redirects old addresses to the pages that replaced them. */
function forward(): void {
  const [, replay, id] = /^\/(replay)(?:\/([^/]+))?\/?$/.exec(location.pathname) ?? [];
  if (replay) history.replaceState(null, "", id ? `/study?from=${id}` : "/study?tab=setup");
}

function match(path: string): [Route, Params] {
  for (const each of ROUTES) {
    const found = each.pattern.exec(path);
    if (found) return [each, Object.fromEntries(each.names.map((name, i) => [name, decode(found[i + 1]!)]))];
  }
  return [NOWHERE, {}];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const place = new Place();

/** Goes to an address of this site. */
export function go(address: string, replace = false): Promise<void> {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  return place.show();
}

/** Follows links without loading the document again; new tabs, downloads, other sites and anchors are left to the browser. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (/^\/(api|reports)\//.test(link.pathname) || (link.hash && link.pathname === location.pathname)) return;
  event.preventDefault();
  void go(link.pathname + link.search + link.hash);
}
