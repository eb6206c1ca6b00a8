import { defineConfig } from 'oxlint'
import { allowedImports, folders, modules } from './walls.ts'

const policies = Object.entries(allowedImports)
  .map(([from, to]) => {
    const wholeFolders = to.filter((folder) => !modules.includes(folder))
    const indexOnly = to.filter((folder) => modules.includes(folder))
    return {
      from: { element: { type: from } },
      allow: [
        ...(wholeFolders.length > 0 ? [{ to: { element: { type: wholeFolders } } }] : []),
        ...(indexOnly.length > 0 ? [{ to: { element: { type: indexOnly, fileInternalPath: 'index.ts' } } }] : []),
      ],
    }
  })
  .filter((policy) => policy.allow.length > 0)

/** A test next to its file may import the test support in addition to what the file may import. */
const withSupport = [
  ...policies,
  { from: { element: { type: Object.keys(folders) } }, allow: [{ to: { element: { type: ['support'] } } }] },
]

const tests = ['**/*.test.{ts,tsx}', 'test/**', 'bench/**']

export default defineConfig({
  plugins: ['eslint', 'typescript', 'import', 'unicorn', 'oxc', 'node', 'promise', 'react', 'jsx-a11y', 'vitest'],
  jsPlugins: ['eslint-plugin-boundaries'],
  options: { typeAware: true },
  categories: { correctness: 'error' },
  settings: {
    'import/resolver': { typescript: true },
    'boundaries/elements': Object.entries(folders).map(([type, pattern]) => ({
      type,
      pattern,
      ...(pattern.endsWith('*') ? { capture: ['feature'] } : {}),
    })),
  },
  rules: {
    'boundaries/dependencies': ['error', { default: 'disallow', policies }],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'oxc/no-barrel-file': 'error',
    'node/no-process-env': 'error',
    'no-console': 'error',
    // Text must never become markup or code (quality/security.md X-03).
    'no-eval': 'error',
    'no-implied-eval': 'error',
    'no-new-func': 'error',
    'react/no-danger': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/unbound-method': 'off', // Most of our objects are closures, which need no `this`; methods of classes are passed on inside arrow functions.
    'react/incompatible-library': 'off', // These rules are about the React compiler, which is not used.
    'jsx-a11y/prefer-tag-over-role': 'off', // For screen readers a role on a div is equivalent to the tag, and a div is easier to style.
    'vitest/require-awaited-expect-poll': 'off', // This rule reports polls that an arrow function returns; typescript/no-floating-promises finds those that nobody awaits.
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
  },
  overrides: [
    {
      files: ['src/platform/config.ts', '*.config.ts', 'tools/**', ...tests],
      rules: { 'node/no-process-env': 'off' },
    },
    { files: ['tools/**', 'bench/**', 'simulator/**'], rules: { 'no-console': 'off' } },
    { files: ['test/support/**'], rules: { 'vitest/no-standalone-expect': 'off' } },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['src/{client,contract,domain,reconcile,sources}/**'],
      rules: {
        'import/no-nodejs-modules': 'error',
        'no-restricted-imports': ['error', { patterns: ['pg'] }],
      },
    },
    {
      files: ['**/*.test.{ts,tsx}'],
      rules: { 'boundaries/dependencies': ['error', { default: 'disallow', policies: withSupport }] },
    },
    // Functions must be short enough to understand at once; a module written as a closure becomes a class or a file of its own.
    { files: ['src/**', 'simulator/**'], rules: { 'max-lines-per-function': ['error', { max: 120 }] } },
    {
      files: tests,
      rules: { 'import/no-nodejs-modules': 'off', 'max-lines': 'off', 'max-lines-per-function': 'off' },
    },
  ],
})
