/* Our pages and libraries as the checker of the scripts in `static/` is to see them (`deno.json`, `make lint`). No browser loads this. */

/** What a selector finds. Its kind is not known from the selector, so that it has what those kinds of elements have that scripts use here. */
interface PageElement extends HTMLElement {
  form: HTMLFormElement | null;
  name: string;
  type: string;
  value: string;
  defaultValue: string;
  placeholder: string;
  checked: boolean;
  defaultChecked: boolean;
  disabled: boolean;
  autocomplete: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
  readonly elements: HTMLFormControlsCollection;
  readonly options: HTMLOptionsCollection;
  readonly nextElementSibling: PageElement | null;
  readonly previousElementSibling: PageElement | null;
  readonly files: FileList | null;
  readonly content: DocumentFragment;
  readonly cells: HTMLCollectionOf<HTMLTableCellElement>;
  readonly tBodies: HTMLCollectionOf<HTMLTableSectionElement>;
  href: string;
  readonly origin: string;
  readonly pathname: string;
  open: boolean;
  method: string;
  action: string;
  noValidate: boolean;
  insertRow(index?: number): HTMLTableRowElement;
  select(): void;
  reset(): void;
  submit(): void;
  requestSubmit(submitter?: HTMLElement | null): void;
}

/** The helper of that name, in several scripts. */
type Find = (selector: string, root?: ParentNode) => PageElement | null;

interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector(selectors: "form[data-command]"): HTMLFormElement | null;
  querySelector(selectors: string): PageElement | null;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
}

interface Element {
  closest(selectors: string): PageElement | null;
}

interface PageEventMap extends DocumentEventMap {
  submit: SubmitEvent & { readonly submitter: PageElement | null };
}

interface Document {
  readonly activeElement: PageElement | null;
  getElementById(id: string): PageElement | null;
  addEventListener<K extends keyof PageEventMap>(type: K, listener: (event: PageEventMap[K] & { readonly target: PageElement }) => unknown, options?: boolean | AddEventListenerOptions): void;
  /** Events of htmx, and those that our scripts send each other: `desk:lost`, `match:replaced`. */
  addEventListener(type: `${"htmx" | "desk" | "match"}:${string}`, listener: (event: CustomEvent) => unknown, options?: boolean | AddEventListenerOptions): void;
}

interface HTMLFormControlsCollection {
  /** A field by its name. */
  [name: string]: any;
}

/** What the desk answers to rows of the sheet (`desk/match_page/row_answers.py`). */
interface RowAnswer {
  /** The address of another page, or that the row is to be sent as a form: then nothing else is said. */
  go?: string;
  plain?: boolean;
  saved: boolean;
  version: number | string;
  rows: string[];
  score: string;
  next: { number: number; boxes: Record<string, string> };
  message?: string;
  fields?: string[];
  decided?: boolean;
  game?: string;
  confirm?: string;
}

interface Htmx {
  ajax(verb: "GET" | "POST", path: string, context: { source?: string | Element; target: string | Element; swap: "outerHTML"; values?: Record<string, unknown> }): Promise<void>;
  process(element: Element): void;
  trigger(element: Element, name: string): void;
}

interface SlideHandler {
  begin(key: PageElement | null): void;
  enter(key: PageElement): void;
  end(key: PageElement | null, moved: boolean): void;
}

interface Window {
  /** Missing where a browser is too old for it. */
  htmx?: Htmx;
  /** `slide.js` for `referee.js`. */
  slides?: Record<string, SlideHandler>;
  /** `row.js` for `grid.js`. */
  sheetRow: Record<string, (...values: any[]) => any>;
  /** `grid.js` for `console.js`. */
  grid: { press(box: PageElement, key: string): boolean; type(box: PageElement, key: string): void };
  /** The browser's own reader of QR codes; few have one. */
  BarcodeDetector?: { new (options: { formats: string[] }): { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> }; getSupportedFormats(): Promise<string[]> };
}
