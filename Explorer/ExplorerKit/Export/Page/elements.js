// Elements of the page. Text is only ever set as text: nothing of a session becomes markup.

/// Makes an element. `facts` are its class, text, attributes and listeners.
function make(name, facts = {}, ...children) {
  const element = document.createElement(name);
  if (facts.class) element.className = facts.class;
  if (facts.text !== undefined) element.textContent = facts.text;
  for (const [key, value] of Object.entries(facts.attributes ?? {})) {
    if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  for (const [event, listener] of Object.entries(facts.on ?? {})) {
    element.addEventListener(event, listener);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

const button = (text, action, facts = {}) => make('button', {
  ...facts, text, attributes: { type: 'button', ...facts.attributes }, on: { click: action },
});

let lastIdentifier = 0;
const newIdentifier = (prefix) => prefix + '-' + (lastIdentifier += 1);

/// Sets attributes, and removes those without a value.
function setAttributes(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(key);
    else element.setAttribute(key, value);
  }
}

/// The number of rows that are made together, as one block. Most frames of scrolling make none.
const blockSize = 8;

/// The number of blocks that are made above and below the visible ones.
const margin = 2;

/// The number of characters that may fit; they are wider than this.
const columnsOf = (width) => Math.ceil(width / 6);

/// A list of any length, whose rows are made shortly before they are visible.
///
/// The list has the focus and names its current row with aria-activedescendant. `options`:
/// role (listbox or tree), label, row(item, element, index), which fills an element that may have been
/// another item's, attributes(item), choose(index, item) called when a row becomes the current one,
/// open(index, item) for enter and double clicks, key(event, index, item) for other keys; returns
/// whether it was handled.
class RowList {
  constructor(options) {
    this.options = options;
    this.items = [];
    this.current = -1;
    this.rows = new Map();
    this.blocks = new Map();
    this.prefix = newIdentifier('row');
    this.space = make('div', { class: 'space', attributes: { role: 'presentation' } });
    this.element = make('div', {
      class: 'rows ' + (options.class ?? ''),
      attributes: { role: options.role, tabindex: 0, 'aria-label': options.label },
      on: {
        scroll: () => this.draw(), keydown: (event) => this.press(event),
        click: (event) => this.click(event), dblclick: (event) => this.click(event, true),
      },
    }, this.space);
    /// No row has room for more characters.
    this.columns = 0;
    new ResizeObserver(([{ contentRect }]) => this.resized(contentRect)).observe(this.element);
  }

  /// The height of a row in pixels, and the number of its lines: the style sheet's.
  get rowHeight() { return this.measures.height; }
  get lines() { return this.measures.lines; }

  get measures() {
    if (this.measured) return this.measured;
    const style = getComputedStyle(this.element);
    const value = (name, usual) => parseFloat(style.getPropertyValue(name)) || usual;
    this.measured = { height: value('--row', 24), lines: value('--lines', 1) };
    return this.measured;
  }

  /// The visible height, which the observer updates: reading it from the element may force a layout.
  get seenHeight() {
    this.lastHeight ||= this.element.clientHeight;
    return this.lastHeight;
  }

  show(items, current = -1) {
    this.items = items;
    this.current = Math.min(current, items.length - 1);
    this.space.replaceChildren();
    this.blocks.clear();
    this.rows.clear();
    this.space.style.height = items.length * this.rowHeight + 'px';
    this.element.style.setProperty('--count', items.length);
    this.element.setAttribute('aria-activedescendant', '');
    if (this.current >= 0) this.scrollTo(this.current);
    this.draw();
  }

  /// Makes the rows anew where they have another height, or more room than their texts were made for.
  resized({ width, height }) {
    this.lastHeight = height;
    const columns = columnsOf(width);
    const before = this.rowHeight;
    this.measured = undefined;
    if (this.rowHeight !== before) {
      const top = this.element.scrollTop / before;
      this.columns = columns;
      this.show(this.items, this.current);
      this.element.scrollTop = top * this.rowHeight;
    } else if (columns > this.columns) {
      this.columns = columns;
      for (const [index, row] of this.rows) this.options.row(this.items[index], row, index);
    }
    this.draw();
  }

  /// Makes the visible blocks that don't exist yet, and schedules those around them. Changes nothing if
  /// all exist.
  draw() {
    const top = Math.max(this.element.scrollTop, 0);
    this.columns ||= columnsOf(this.element.clientWidth);
    const height = this.rowHeight * blockSize;
    const end = Math.ceil(this.items.length / blockSize);
    this.first = Math.min(Math.floor(top / height), end);
    this.last = Math.min(Math.ceil((top + this.seenHeight) / height), end);
    for (let block = this.first; block < this.last; block += 1) this.makeBlock(block);
    this.prepare();
    this.nameCurrent();
  }

  /// Names the current row to assistive technology, if it exists.
  nameCurrent() {
    const id = this.rows.get(this.current)?.id ?? null;
    if (id === this.element.getAttribute('aria-activedescendant')) return;
    setAttributes(this.element, { 'aria-activedescendant': id ?? undefined });
  }

  /// Makes the missing blocks around the visible ones, one a frame.
  prepare() {
    if (this.missing === undefined || this.frame !== undefined) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = undefined;
      this.makeBlock(this.missing);
      this.nameCurrent();
      this.prepare();
    });
  }

  /// The nearest block around the visible ones that doesn't exist.
  get missing() {
    const end = Math.ceil(this.items.length / blockSize);
    for (let distance = 0; distance < margin; distance += 1) {
      for (const block of [this.last + distance, this.first - 1 - distance]) {
        if (block >= 0 && block < end && !this.blocks.has(block)) return block;
      }
    }
    return undefined;
  }

  /// Makes a block, reusing the elements of one that is far from the visible ones.
  makeBlock(block) {
    if (block === undefined || this.blocks.has(block)) return;
    const start = block * blockSize;
    const count = Math.min(blockSize, this.items.length - start);
    const element = this.takeFarBlock() ?? make('div', {
      class: 'block', attributes: { role: 'presentation' },
    });
    element.style.top = start * this.rowHeight + 'px';
    element.style.height = count * this.rowHeight + 'px';
    while (element.children.length > count) element.lastChild.remove();
    while (element.children.length < count) element.append(make('div'));
    [...element.children].forEach((row, place) => this.makeRow(start + place, row));
    this.blocks.set(block, element);
    if (!element.parentNode) this.space.append(element);
  }

  takeFarBlock() {
    for (const [block, element] of this.blocks) {
      if (block >= this.first - margin && block < this.last + margin) continue;
      this.blocks.delete(block);
      for (let place = 0; place < blockSize; place += 1) this.rows.delete(block * blockSize + place);
      return element;
    }
    return undefined;
  }

  makeRow(index, row) {
    const item = this.items[index];
    const isTree = this.options.role === 'tree';
    row.className = 'row';
    setAttributes(row, {
      id: this.prefix + '-' + index, role: isTree ? 'treeitem' : 'option',
      'aria-selected': String(index === this.current),
      ...(isTree ? {} : { 'aria-posinset': index + 1, 'aria-setsize': this.items.length }),
      ...this.options.attributes?.(item),
    });
    row.dataset.index = index;
    this.options.row(item, row, index);
    this.rows.set(index, row);
  }

  /// Makes a row the current one and shows it.
  select(index, isSilent = false) {
    if (index < 0 || index >= this.items.length) return;
    const before = this.current;
    this.current = index;
    this.scrollTo(index);
    this.draw();
    this.rows.get(before)?.setAttribute('aria-selected', 'false');
    this.rows.get(index)?.setAttribute('aria-selected', 'true');
    if (!isSilent) this.options.choose?.(index, this.items[index]);
  }

  scrollTo(index) {
    const [top, height, seen] = [index * this.rowHeight, this.seenHeight, this.element.scrollTop];
    if (top < seen) this.element.scrollTop = top;
    else if (top + this.rowHeight > seen + height) {
      this.element.scrollTop = top + this.rowHeight - height;
    }
  }

  click(event, isDouble = false) {
    const row = event.target.closest('.row');
    if (!row) return;
    const index = Number(row.dataset.index);
    const item = this.items[index];
    if (event.target.dataset.does) return void this.options.act?.(event.target.dataset.does, index, item);
    if (isDouble) return void this.options.open?.(index, item);
    this.select(index);
    this.options.clicked?.(index, item);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(Math.floor(this.seenHeight / this.rowHeight) - 1, 1);
    const item = this.items[this.current];
    if (item !== undefined && this.options.key?.(event, this.current, item)) {
      event.preventDefault();
      return;
    }
    const last = this.items.length - 1;
    const target = {
      ArrowDown: this.current + 1, j: this.current + 1, ArrowUp: this.current - 1,
      k: this.current - 1, PageDown: this.current + page, PageUp: this.current - page, Home: 0,
      g: 0, End: last, G: last,
    }[event.key];
    if (target !== undefined) this.select(Math.min(Math.max(target, 0), last));
    else if (event.key === 'Enter' && item !== undefined) this.options.open?.(this.current, item);
    else return;
    event.preventDefault();
  }
}

/// Panels behind tabs.
class Tabs {
  /// - tabs: [{name, label, panel}]
  constructor(label, tabs, changed) {
    this.tabs = tabs;
    this.changed = changed;
    this.list = make('div', {
      class: 'tabs', attributes: { role: 'tablist', 'aria-label': label },
      on: { keydown: (event) => this.press(event) },
    });
    for (const tab of tabs) {
      tab.panel.id = 'panel-' + tab.name;
      tab.panel.setAttribute('role', 'tabpanel');
      tab.panel.setAttribute('aria-labelledby', 'tab-' + tab.name);
      // A panel that scrolls has the keys for it; in the others, a list does.
      if (!tab.panel.matches('.state, .effects')) tab.panel.tabIndex = 0;
      tab.button = button(tab.label, () => this.select(tab.name), {
        attributes: { role: 'tab', id: 'tab-' + tab.name, 'aria-controls': tab.panel.id },
      });
      this.list.append(tab.button);
    }
    this.select(tabs[0].name);
  }

  select(name) {
    this.current = name;
    for (const tab of this.tabs) {
      const isCurrent = tab.name === name;
      tab.button.setAttribute('aria-selected', String(isCurrent));
      tab.button.tabIndex = isCurrent ? 0 : -1;
      tab.panel.hidden = !isCurrent;
    }
    this.changed?.(name);
  }

  press(event) {
    const place = this.tabs.findIndex((tab) => tab.name === this.current);
    const last = this.tabs.length - 1;
    const target = {
      ArrowRight: place === last ? 0 : place + 1, ArrowLeft: place === 0 ? last : place - 1,
      Home: 0, End: last,
    }[event.key];
    if (target === undefined) return;
    this.select(this.tabs[target].name);
    this.tabs[target].button.focus();
    event.preventDefault();
  }
}
