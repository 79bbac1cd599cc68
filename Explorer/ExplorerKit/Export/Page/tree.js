// A value as a tree whose containers fold.

class ValueTree {
  /// - options: label, root (its name), why(path) and pin(path), both optional.
  constructor(options) {
    this.options = options;
    /// Paths as text, of what is unfolded or folded against the rule.
    this.toggled = new Map();
    this.list = new RowList({
      role: 'tree', label: options.label, class: 'values',
      row: (item, element) => this.fill(item, element),
      attributes: (item) => ({
        'aria-level': item.path.length + 1,
        'aria-expanded': item.isFoldable ? String(item.isOpen) : undefined,
        'aria-posinset': item.place, 'aria-setsize': item.siblings,
      }),
      key: (event, index, item) => this.press(event, index, item),
      open: (index, item) => (item.isFoldable ? this.toggle(item) : this.options.why?.(item.path)),
      clicked: (index, item) => { if (item.isFoldable) this.toggle(item); },
      act: (name, index, item) => {
        this.list.select(index);
        this.options[name]?.(item.path);
      },
    });
    this.element = this.list.element;
  }

  /// - touched: paths as text, of what is to stand out.
  show(value, touched = new Map()) {
    this.value = value;
    this.touched = touched;
    // What is selected stays so; at first, what was touched is.
    this.rebuild(this.list.items[this.list.current]?.text || undefined);
  }

  /// - kept: the path, as text, of the row that stays the current one.
  rebuild(kept) {
    const items = [];
    // Short values are unfolded; in long ones the first levels, and what was touched.
    const isShort = this.value !== undefined && summary(this.value, 3000).length < 3000;
    const opens = (path, text, count) => this.toggled.get(text)
      ?? (this.touchedBelow(text) || (path.length === 0 ? true : isShort && count <= 50));
    const visit = (value, path, place, siblings) => {
      const members = membersOf(value);
      const item = {
        value, path, text: pathText(path), place, siblings,
        isFoldable: (members?.length ?? 0) > 0,
      };
      item.isOpen = item.isFoldable && opens(path, item.text, members.length);
      items.push(item);
      if (!item.isOpen) return;
      members.forEach(([step, inner], index) => {
        visit(inner, [...path, step], index + 1, members.length);
      });
    };
    if (this.value !== undefined) visit(this.value, [], 1, 1);
    let place = kept === undefined ? -1 : items.findIndex((item) => item.text === kept);
    if (place < 0) place = items.findIndex((item) => this.touched.has(item.text));
    this.list.show(items, Math.max(place, Math.min(0, items.length - 1)));
  }

  touchedBelow(text) {
    if (this.touched.size === 0) return false;
    if (!this.ancestors || this.ancestorsOf !== this.touched) {
      this.ancestorsOf = this.touched;
      this.ancestors = new Set();
      for (const path of this.touched.values()) {
        for (let length = 0; length < path.length; length += 1) {
          this.ancestors.add(pathText(path.slice(0, length)));
        }
      }
    }
    return this.ancestors.has(text);
  }

  fill(item, element) {
    element.style.paddingInlineStart = 0.5 + item.path.length * 1.1 + 'em';
    const isTouched = this.touched.has(item.text);
    if (isTouched) element.classList.add('touched');
    element.replaceChildren(make('span', {
      class: 'fold', text: item.isFoldable ? (item.isOpen ? '▾' : '▸') : '',
      attributes: { 'aria-hidden': true },
    }));
    const step = item.path.at(-1);
    const name = step === undefined ? this.options.root : typeof step === 'number' ? '[' + step + ']'
      : isIdentifier(step) ? step : quoted(step);
    element.append(make('span', { class: 'key', text: name + ':' }));
    const kind = isObject(item.value) ? tag(item.value) ?? 'container' : typeof item.value;
    element.append(make('span', {
      class: 'value ' + (item.isOpen ? 'open' : kind.replace(/[^a-z]/g, '')),
      text: item.isOpen ? openText(item.value) : summary(item.value, 300),
    }));
    if (isTouched) element.append(make('span', { class: 'note', text: '● changed' }));
    const acts = ['why', 'pin'].filter((one) => this.options[one]).map((one) => make('button', {
      class: 'act', text: one,
      attributes: { type: 'button', tabindex: -1, 'data-does': one,
        'aria-label': one + ' ' + (item.text || 'the whole state') },
    }));
    if (acts.length > 0) element.append(make('span', { class: 'acts' }, ...acts));
  }

  toggle(item) {
    if (!item.isFoldable) return;
    this.toggled.set(item.text, !item.isOpen);
    this.rebuild(item.text);
  }

  press(event, index, item) {
    if (event.key === 'w' && this.options.why) this.options.why(item.path);
    else if (event.key === 'p' && this.options.pin) this.options.pin(item.path);
    else if (event.key === 'ArrowRight' && item.isFoldable && !item.isOpen) this.toggle(item);
    else if (event.key === 'ArrowRight' && item.isOpen) this.list.select(index + 1);
    else if (event.key === 'ArrowLeft' && item.isOpen) this.toggle(item);
    else if (event.key === 'ArrowLeft' && item.path.length > 0) {
      const parent = pathText(item.path.slice(0, -1));
      this.list.select(this.list.items.findLastIndex(
        (other, place) => place < index && other.text === parent,
      ));
    } else if (event.key === ' ' && item.isFoldable) this.toggle(item);
    else return false;
    return true;
  }
}

/// What stands behind the name of a container whose members follow.
function openText(value) {
  if (Array.isArray(value)) return '[' + countText(value.length, 'element') + ']';
  if (tag(value) === 'case') return '.' + visible(value.name);
  return '';
}
