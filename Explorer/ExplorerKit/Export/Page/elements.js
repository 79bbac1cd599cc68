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

/// How many rows are made above and below those that are seen.
const margin = 8;

/// The number of characters that may fit; they are wider than this.
const columnsOf = (width) => Math.ceil(width / 6);

/// A list of any length, whose rows are made when they are seen.
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
    new ResizeObserver(([{ contentRect }]) => this.resized(contentRect.width)).observe(this.element);
  }

  get rowHeight() {
    this.height ||= parseFloat(getComputedStyle(this.element).getPropertyValue('--row')) || 24;
    return this.height;
  }

  show(items, current = -1) {
    this.items = items;
    this.current = Math.min(current, items.length - 1);
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.space.style.height = items.length * this.rowHeight + 'px';
    this.element.setAttribute('aria-activedescendant', '');
    if (this.current >= 0) this.scrollTo(this.current);
    this.draw();
  }

  /// Makes the rows anew where they have more room than their texts were made for.
  resized(width) {
    const columns = columnsOf(width);
    if (columns > this.columns) {
      this.columns = columns;
      for (const [index, row] of this.rows) this.options.row(this.items[index], row, index);
    }
    this.draw();
  }

  /// Makes the rows that are seen, of elements that are no longer. After a jump, those beyond follow in
  /// the next frame.
  draw() {
    cancelAnimationFrame(this.frame);
    const height = this.rowHeight;
    const { scrollTop, clientHeight, clientWidth } = this.element;
    this.columns ||= columnsOf(clientWidth);
    const first = Math.max(Math.floor(scrollTop / height), 0);
    const last = Math.min(Math.ceil((scrollTop + clientHeight) / height), this.items.length);
    if (this.make(first, last) <= margin) this.make(first - margin, last + margin);
    else this.frame = requestAnimationFrame(() => this.make(first - margin, last + margin));
    const row = this.rows.get(this.current);
    if (row) this.element.setAttribute('aria-activedescendant', row.id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  /// - Returns: The number of rows that were made.
  make(start, end) {
    const [first, last] = [Math.max(start, 0), Math.min(end, this.items.length)];
    const free = [];
    for (const [index, row] of this.rows) {
      if (index >= start - margin && index < end + margin) continue;
      this.rows.delete(index);
      free.push(row);
    }
    let made = 0;
    for (let index = first; index < last; index += 1) {
      if (this.rows.has(index)) continue;
      this.makeRow(index, free.pop());
      made += 1;
    }
    for (const row of free) row.remove();
    return made;
  }

  makeRow(index, reused) {
    const item = this.items[index];
    const isTree = this.options.role === 'tree';
    const row = reused ?? make('div');
    row.className = 'row';
    setAttributes(row, {
      id: this.prefix + '-' + index, role: isTree ? 'treeitem' : 'option',
      'aria-selected': String(index === this.current),
      ...(isTree ? {} : { 'aria-posinset': index + 1, 'aria-setsize': this.items.length }),
      ...this.options.attributes?.(item),
    });
    row.style.top = index * this.rowHeight + 'px';
    row.dataset.index = index;
    this.options.row(item, row, index);
    this.rows.set(index, row);
    if (!reused) this.space.append(row);
  }

  /// Makes a row the current one and shows it.
  select(index, isSilent = false) {
    if (index < 0 || index >= this.items.length) return;
    this.rows.get(this.current)?.setAttribute('aria-selected', 'false');
    this.current = index;
    this.scrollTo(index);
    this.draw();
    this.rows.get(index)?.setAttribute('aria-selected', 'true');
    if (!isSilent) this.options.choose?.(index, this.items[index]);
  }

  scrollTo(index) {
    const [top, height] = [index * this.rowHeight, this.element.clientHeight];
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + this.rowHeight > this.element.scrollTop + height) {
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
    const page = Math.max(Math.floor(this.element.clientHeight / this.rowHeight) - 1, 1);
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
