/**
 * Runs in Python before the program: takes the way to JavaScript out of sight, and runs a program in a fresh module.
 */
export const PYTHON_PRELUDE = String.raw`
import ast, asyncio, base64, builtins, io, json, os, sys, time, traceback
import importlib.abc

MAX_OUTPUT = 20000
MAX_FILES = 10
MAX_BYTES = 10 * 1024 * 1024
HOST = ('js', 'pyodide_js', 'pyodide', '_pyodide', '_pyodide_core', 'micropip', 'pyodide_http')

os.makedirs('/files', exist_ok=True)
os.makedirs('/out', exist_ok=True)
os.chdir('/out')


class Output(io.TextIOBase):
    def __init__(self):
        self.parts, self.left, self.more = [], MAX_OUTPUT, False

    def writable(self):
        return True

    def write(self, text):
        kept = text[:self.left]
        self.more = self.more or len(kept) < len(text)
        if kept:
            self.parts.append(kept)
            self.left -= len(kept)
        return len(text)

    def text(self):
        return ''.join(self.parts).rstrip('\n') + ('\n[more was printed]' if self.more else '')


class Waiting:
    """Nothing comes from outside: a loop only waits for its own timers."""

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError('the program waits for something that never comes')
        if timeout > 0:
            time.sleep(timeout)
        return []

    def close(self):
        pass


class Loop(asyncio.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = Waiting()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


def run(main, *, debug=None, loop_factory=None):
    with asyncio.Runner(debug=debug, loop_factory=Loop) as runner:
        return runner.run(main)


sleep_once = time.sleep


def sleep(seconds):
    """In short steps, between which the program can be interrupted."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        sleep_once(min(left, 0.05))


class Missing(importlib.abc.MetaPathFinder):
    """The last to be asked: says what is here instead of how to fetch what is not."""

    def __init__(self, installed):
        self.installed = installed

    def find_spec(self, name, path=None, target=None):
        top = name.partition('.')[0]
        if path is not None or top in sys.stdlib_module_names:
            return None
        here = f' and {self.installed}' if self.installed else ''
        raise ModuleNotFoundError(
            f"No module named '{name}': only Python's standard library{here} can be used here, and nothing can be "
            'installed by the program. Do without it, for example with math, statistics, csv, json or sqlite3.',
            name=name)


class Closed(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in HOST:
            raise ModuleNotFoundError(
                f"No module named '{name}': a program reaches nothing outside of Python.", name=name)
        return None


def find_imports(code):
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return '[]'
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(one.name.partition('.')[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.partition('.')[0])
    return json.dumps(sorted(names - set(sys.stdlib_module_names) - set(HOST)))


def close_host(installed):
    sys.meta_path[:] = [one for one in sys.meta_path if 'pyodide' not in type(one).__module__]
    sys.meta_path.insert(0, Closed())
    sys.meta_path.append(Missing(installed))
    for name in [name for name in sys.modules if name.partition('.')[0] in HOST]:
        del sys.modules[name]
    asyncio.run = run
    asyncio.new_event_loop = Loop
    time.sleep = sleep


def describe(error):
    line = None
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == 'program.py':
            line = frame.lineno
    if isinstance(error, SyntaxError) and error.filename == 'program.py':
        line = error.lineno
    text = ''.join(traceback.format_exception_only(error)).strip().splitlines()
    said = f'{type(error).__name__}: {error.msg}' if isinstance(error, SyntaxError) else '\n'.join(text)
    return said[:1000] + (f' (line {line})' if line else '')


def execute(code, scope):
    tree = ast.parse(code, 'program.py')
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    steps = [(tree, 'exec')] + ([(ast.Expression(last.value), 'eval')] if last else [])

    async def wait(value):
        return await value

    value = None
    for step, mode in steps:
        compiled = compile(step, 'program.py', mode, flags=flags)
        value = eval(compiled, scope)
        if compiled.co_flags & 0x80:
            value = asyncio.run(wait(value))
    if last and value is not None:
        print(repr(value))


def written():
    """The files in /out: no links, the smallest first, as far as there is room."""
    found = []
    for folder, _, names in os.walk('/out'):
        found += [os.path.join(folder, name) for name in names]
    found = [path for path in found if os.path.isfile(path) and not os.path.islink(path)]
    files, left, omitted = [], MAX_BYTES, 0
    for path in sorted(sorted(found), key=os.path.getsize):
        size = os.path.getsize(path)
        if len(files) == MAX_FILES or size > left:
            omitted += 1
            continue
        left -= size
        with open(path, 'rb') as file:
            files.append({'name': path[len('/out/'):], 'base64': base64.b64encode(file.read()).decode()})
    return files, omitted


def run_program(code):
    asyncio.events._set_running_loop(None)  # pyodide's own, for which a program cannot wait
    out, error = Output(), None
    sys.stdout = sys.stderr = out
    sys.stdin = io.StringIO()
    module = type(sys)('__main__')
    module.__file__ = 'program.py'
    sys.modules['__main__'] = module
    try:
        execute(code, vars(module))
    except SystemExit as end:
        error = None if end.code in (None, 0) else f'the program ended with {end.code}'[:1000]
    except KeyboardInterrupt:
        error = 'the program ran too long'
    except MemoryError:
        error = 'out of memory'
    except BaseException as caught:
        error = describe(caught)
    files, omitted = written()
    return json.dumps({'output': out.text(), 'error': error, 'files': files, 'omitted': omitted})
`;
