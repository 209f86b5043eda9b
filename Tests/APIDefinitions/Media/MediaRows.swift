import Foundation
import Moya

/// For each case of the enums, a row has the method and the URL of its request, and then the media type and the body.
enum MediaRows {
  static let file = URL(fileURLWithPath: "/tmp/library.xml")
  static let day = Date(timeIntervalSince1970: 86_400)

  static var auth: [(AuthAPI, String, String?)] {
    [
      (
        .signIn(user: "ann", password: "s3cret!"), "POST auth/session",
        "application/x-www-form-urlencoded grant_type=password&password=s3cret%21&username=ann"
      ),
      (.signInWithCode("123"), "POST auth/code", #"application/json {"code":"123"}"#),
      (.signOut, "DELETE auth/session", nil),
      (
        .refresh("r1"), "POST auth/token?grant_type=refresh_token", "application/x-www-form-urlencoded refresh_token=r1"
      ),
      (.resetPassword(email: "a@b.example"), "POST auth/password", #"application/json {"email":"a@b.example"}"#),
      (.devices, "GET auth/devices", nil),
      (.removeDevice(id: "d/1"), "DELETE auth/devices/d/1", nil),
      (.sessionCheck, "HEAD auth/session/check", nil),
    ]
  }

  static var library: [(LibraryAPI, String, String?)] {
    [
      (.albums(page: 1, genres: ["jazz", "rock & roll"]), "GET albums?genre=jazz&genre=rock%20%26%20roll&page=1", nil),
      (.album(id: 7), "GET albums/7", nil),
      (.tracks(album: 7), "GET albums/7/tracks", nil),
      (.artist("Björk"), "GET artists/Bj%C3%B6rk", nil),
      (.newReleases(since: day), "GET albums/new?since=1970-01-02", nil),
      (.search(text: "what?", kinds: ["track", "album"]), "GET search?kind=album%2Ctrack&q=what?", nil),
      (.saved, "GET me/albums", nil),
      (.save(albums: [1, 2]), "PUT me/albums", #"application/json {"ids":[1,2]}"#),
      (.unsave(albums: [1]), "DELETE me/albums", "application/x-www-form-urlencoded ids%5B%5D=1"),
      (.rate(album: 7, stars: 4.5), "PUT albums/7/rating", #"application/json {"comment":null,"stars":4.5}"#),
      (.lyrics(track: 3, language: "en"), "GET tracks/3/lyrics?lang=en", nil),
      (.lyrics(track: 3, language: nil), "GET tracks/3/lyrics", nil),
      (.cover(album: 7), "GET albums/7/cover.png", nil),
      (
        .metadata(album: 7, AlbumMetadata(title: "Blue Train", releasedOn: day)), "PATCH albums/7/metadata",
        #"application/json {"released_on":"1970-01-02","title":"Blue Train"}"#
      ),
      (.importLibrary(file), "PUT me/library", nil),
      (.exportLibrary(format: "zip", to: file), "GET me/library.zip?compressed=1", nil),
    ]
  }

  static var playback: [(PlaybackAPI, String, String?)] {
    [
      (.state, "GET me/player", nil),
      (.play(track: 3, position: 1.5), "PUT me/player/play", #"application/json {"position":1.5,"track":3}"#),
      (.pause, "PUT me/player/pause", nil),
      (.next, "POST me/player/next", nil),
      (.previous, "POST me/player/previous", nil),
      (.seek(1000), "PUT me/player/seek?position_ms=1000", nil),
      (.volume(80), "PUT me/player/volume?percent=80", nil),
      (.shuffle(true), "PUT me/player/shuffle?state=true", nil),
      (.queue, "GET me/player/queue", nil),
      (.enqueue([3, 4]), "POST me/player/queue", "application/json [3,4]"),
      (
        .move(from: 1, to: 2), "PUT me/player/queue/order",
        "application/x-www-form-urlencoded range%5Bfrom%5D=1&range%5Bto%5D=2"
      ),
      (.clearQueue, "DELETE me/player/queue", nil),
      (.recently(limit: 5), "GET me/player/recent?limit=5", nil),
      (.report(events: Data("[]".utf8), session: "s 1"), "POST me/player/events?session=s%201", "- []"),
      (.stream(track: 3, quality: .lossless), "GET tracks/3/stream?quality=lossless", nil),
    ]
  }

  static var profile: [(ProfileAPI, String, String?)] {
    [
      (.me, "GET me", nil),
      (.profile(user: "ann"), "GET users/ann", nil),
      (.edit(name: "Ann", bio: nil), "PATCH me", #"application/json {"name":"Ann"}"#),
      (.picture(Data([1])), "POST me/picture", "multipart/form-data -"),
      (
        .banner(file, crop: [0, 10]), "POST me/banner?crop%5B%5D=0&crop%5B%5D=10",
        "multipart/form-data -"
      ),
      (.voiceNote(Data([1])), "POST me/voice", "multipart/form-data -"),
      (.followers(user: "ann", cursor: "c=="), "GET users/ann/followers?cursor=c%3D%3D", nil),
      (.block(user: "bob"), "PUT me/blocked/bob", nil),
      (.unblock(user: "bob"), "DELETE me/blocked/bob", nil),
      (.playlists, "GET me/playlists", nil),
      (
        .createPlaylist(name: "Run", tracks: [3], isPublic: true), "POST me/playlists",
        #"application/json {"name":"Run","public":true,"tracks":[3]}"#
      ),
      (
        .share(playlist: 1, with: ["bob", "cy"]), "POST playlists/1/share",
        "application/x-www-form-urlencoded user%5B%5D=bob&user%5B%5D=cy"
      ),
    ]
  }
}
