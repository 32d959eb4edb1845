/**
 * Short and pet forms of given names. A table of the test's own: names that the engine knows as forms of one another are
 * in it as well as names that it may not know, so that the engine is not tested by its own knowledge.
 */
const PAIRS: readonly (readonly [string, string])[] = `
alexander sasha, aleksandr sasha, aleksander alik, alexandra sandra, aleksey lyosha, alexey lyosha, anatoly tolya, anatoliy tolya
andrei andriusha, andrey andryusha, anthony tony, antonio toño, benjamin ben, boris borya, charles charlie, christopher chris
daniel danny, david dave, dmitry dima, dmitri dima, dmitriy dima, edward eddie, elena lena, elizabeth liz, evgeny zhenya
yevgeny zhenya, evgeniy zhenya, fernando nando, francisco paco, frederick fred, gabriel gabi, gennady gena, george geordie
gerardo lalo, gregory greg, grigory grisha, guadalupe lupe, guillermo memo, gustavo gus, hassan hasso, ignacio nacho
igor igoryok, ivan vanya, jacob jake, james jim, jesus chuy, john jack, joseph joe, jose pepe, katherine kate, konstantin kostya
leonid lyonya, luis lucho, manuel manolo, margaret maggie, maria masha, mariya masha, michael mike, mikhail misha, mohammed mo
mohammad mo, muhammad mo, mohamed mo, nicholas nick, nicolas nico, nikolai kolya, nikolay kolya, oleg olezhka, pavel pasha
peter pete, rafael rafa, ramon moncho, richard dick, robert bob, roberto beto, roman roma, samuel sam, sergei seryozha, sergey seryozha
stephen steve, steven steve, svetlana sveta, tatiana tanya, tatyana tanya, thomas tom, timothy tim, valentin valya, valery valera
victor vic, viktor vitya, vladimir vova, vladislav vlad, vyacheslav slava, william bill, yuri yura, yuriy yura, yury yura
ibrahim ibo, abdullah abdo, abdulrahman abood, ahmed hamada, ahmad hammoudi, mustafa mustafi, hossein hossi, fatima fatoum
`
  .trim()
  .split(/\s*[,\n]\s*/)
  .map((pair) => pair.split(' ') as [string, string]);

const SHORT_FORMS: ReadonlyMap<string, string> = new Map(PAIRS);

/** The first word that has a short form becomes it; the name as it is where none has. */
export function withNickname(name: string): string {
  const words = name.split(' ');
  const at = words.findIndex((word) => SHORT_FORMS.has(word.toLowerCase()));
  if (at < 0) return name;
  const short = SHORT_FORMS.get(words[at]!.toLowerCase())!;
  words[at] = short[0]!.toUpperCase() + short.slice(1);
  return words.join(' ');
}
