import { expect, it } from 'vitest'
import { hasSingleScriptWords, usernameForm } from './username.ts'
import { usernameSkeleton } from './username-skeleton.ts'

it.each([
  'Coach',
  'Ana Luíza da Silva-Souza',
  'x_X.99-y',
  '7',
  'Łukasz Żółć',
  'Nguyễn Thị Ánh',
  'Ọládẹ́jọ',
  'Şebnem Işık',
  'Иван Петров-2',
  'Юлия Smith',
  'Ελένη Παπαδοπούλου',
  'Հայկ',
  'יוסי כהן',
  'محمد ٣',
  'मर्क्षि ०',
  'สมชาย ใจดี',
  'မြို့',
  '山田 太郎',
  '佐々木ゆうきセンター',
  '김철수',
  '金哲洙 김',
  '王小明',
  'ガンバレ',
  'გიორგი',
])('The username %s is accepted', (name) => expect(hasSingleScriptWords(usernameForm(name))).toBe(true))

it.each([
  ['a letter of another script', 'Cоach'],
  ['a letter of another script', 'Аdmin'],
  ['a letter of another script', 'Ivan\u0391'],
  ['two scripts in a word', 'Ивaн'],
  ['two scripts in a word', 'tanaka田中'],
  ['Hiragana and Hangul in a word', 'ひ김'],
  ['two blanks', 'Ana  Luiza'],
  ['a tab character', 'Ana\tLuiza'],
  ['a line separator', 'Ana\u2028Luiza'],
  ['a bare combining mark', '\u0301'],
  ['a combining mark at the beginning', '\u0301Ana'],
  ['a combining mark after a blank', 'Ana \u0301'],
  ['a combining mark on a digit', '7\u0301'],
  ['a combining mark on a dot', 'Ana.\u0301'],
  ['two marks on a letter', 'q\u0303\u0301'],
  ['a mark of another script', 'a\u064b'],
  ['a vowel sign without its letter', '\u093f'],
  ['an enclosing mark', 'a\u20dd'],
  ['four marks below a letter', '\u0e01\u0e38\u0e38\u0e38\u0e38'],
  ['four marks above a letter', '\u0643\u064b\u064c\u064d\u064e'],
  ['a letter that is drawn as a blank', 'a\u115f'],
  ['a blank of Braille', '\u2800'],
  ['an invisible mark', 'a\u034f'],
  ['an invisible letter', '\u3164'],
  ['a joiner', 'a\u200db'],
  ['a direction mark', 'abc\u202ecba'],
  ['a small capital', 'ᴀna'],
  ['a phonetic letter', 'ɑna'],
  ['a click', 'ǀna'],
  ['a letter of a dead script', '\u{10330}'],
  ['Cherokee, which looks like Latin', 'ᎪᏴᏢ'],
  ['signs only', '-._-'],
  ['an emoji', 'Ana 🥋'],
  ['no character', ''],
])('A username with %s is refused: %j', (_, name) => expect(hasSingleScriptWords(usernameForm(name))).toBe(false))

it('Usernames are stored in one normal form', () => {
  expect(usernameForm('  Ａｎａ\u3000Luı\u0301za ')).toBe('Ana Luı́za')
  expect(usernameForm('ﾔﾏﾀﾞ')).toBe('ヤマダ')
  expect(usernameForm('Jose\u0301')).toBe('José')
})

it('The check of a username takes little time for a very long text', () => {
  const began = performance.now()
  hasSingleScriptWords(`${'a'.repeat(20_000)}é\u0301\u0301`)
  hasSingleScriptWords(`${'7._-'.repeat(5_000)}!`)
  expect(performance.now() - began).toBeLessThan(5_000)
})

it('[N-10] The check of a username takes little time when each word but the last fits every alphabet', () => {
  // Starts with five words: in exponential time, 19 words would never finish, and the failure would not be reported.
  for (const words of [5, 19])
    for (const fitting of ['1', '.', '7-']) {
      const began = performance.now()
      expect(hasSingleScriptWords(`${`${fitting} `.repeat(words - 1)}a\u0430`)).toBe(false)
      expect(performance.now() - began).toBeLessThan(2_000)
    }
})

it.each([
  ['Coach', 'соасһ'],
  ['Coach', 'СОАСН'],
  ['Ivan', 'lvan'],
  ['Ivan', '1van'],
  ['Bob', 'ВОВ'],
  ['Otto', '0tt0'],
  ['Coca', 'Соса'],
  ['MARINA', 'MARlNA'],
  ['NIKO', 'ΝΙΚΟ'],
  ['nikos', 'nıkos'],
  ['Bernardo', 'Bemardo'],
  ['José', 'JOSÉ'],
  ['Noël', 'Nоёl'],
  ['Straße', 'STRASSE'],
  ['Anna', 'ＡＮＮＡ'],
  ['oup', 'օսр'],
  ['Maria', 'Mari\u0307a'],
  ['jana', 'j\u0307ana'],
  ['įsa', 'į\u0307sa'],
  ['jоn', 'ј\u0307on'],
  ['bɨr', 'bɨ\u0307r'],
  ['iya', 'l\u0307ya'],
  ['Bob', 'Boƅ'],
  ['Bob', 'Ƅob'],
  ['RITA', 'ƦITA'],
  ['Jorge', 'ȷorge'],
  ['Kai', 'ĸai'],
  ['Yuan', 'ɣʋan'],
  ['Coach', 'Coach.'],
  ['Coach', 'Coach-'],
  ['Coach', '.Coach'],
  ['Coach', 'C_oach'],
  ['Ana B', 'Ana_B'],
  ['Ana B', 'AnaB'],
  ['Barnett', 'Bar-Nett'],
])('[N-10] The usernames %s and %s look alike', (one, other) => {
  expect(usernameSkeleton(one)).toBe(usernameSkeleton(other))
})

it.each([
  ['Ella', 'Elia'],
  ['Jose', 'José'],
  ['Ana', 'Anna'],
  ['Coach 1', 'Coach 2'],
  ['Coach 11', 'Coach 1'],
  ['Иван', 'Ivan'],
  ['Zoe', 'Zo\u0307e'],
  ['ひろ', 'ヒロ'],
])('The usernames %s and %s look different', (one, other) => {
  expect(usernameSkeleton(one)).not.toBe(usernameSkeleton(other))
})
